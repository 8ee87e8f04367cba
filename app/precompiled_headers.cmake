# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Qt's headers, parsed once for all files of the window and of its tests: they are most of what compiling one costs. Only
# the release build does so; in the others (CMakePresets.json) a file that does not include what it uses fails.
set(qt_headers <QAction> <QApplication> <QComboBox> <QDateTime> <QDialog> <QDialogButtonBox> <QDir> <QEvent> <QFile>
  <QFileInfo> <QHBoxLayout> <QHeaderView> <QJsonArray> <QJsonDocument> <QJsonObject> <QLabel> <QLineEdit> <QLocale> <QMenu>
  <QMessageBox> <QPainter> <QPushButton> <QScrollBar> <QSettings> <QTableView> <QTimer> <QToolButton> <QVBoxLayout> <QWidget>
  <algorithm> <chrono> <filesystem> <functional> <map> <memory> <optional> <set> <span> <string> <variant> <vector>)

# lockstep_precompile_qt_headers(NAME headers... FROM libraries...): the headers alone, without the definitions that say
# which of Qt's libraries a target links: they differ.
file(CONFIGURE OUTPUT qt_headers.cpp CONTENT "// Only its headers count.\n")
function(lockstep_precompile_qt_headers name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FROM")
  add_library(${name} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/qt_headers.cpp)
  target_link_libraries(${name} PRIVATE lockstep_options)
  foreach(library ${arg_FROM})
    target_include_directories(${name} SYSTEM PRIVATE $<TARGET_PROPERTY:${library},INTERFACE_INCLUDE_DIRECTORIES>)
  endforeach()
  target_compile_definitions(${name} PRIVATE $<$<NOT:$<CONFIG:Debug>>:QT_NO_DEBUG>)
  target_precompile_headers(${name} PRIVATE ${arg_UNPARSED_ARGUMENTS})
endfunction()
lockstep_precompile_qt_headers(lockstep_qt_headers ${qt_headers} FROM Qt6::Widgets)
# QCustomPlot brings half of Qt along: for the plots and their tests alone.
lockstep_precompile_qt_headers(lockstep_plot_headers ${qt_headers} <qcustomplot.h> FROM Qt6::Widgets Qt6::PrintSupport)

# lockstep_reuse_qt_headers(FOLDER): in the targets of the folder and of those below it that are Qt's, as AUTOMOC
# says; the plots' in folders of that name.
function(lockstep_reuse_qt_headers folder)
  get_filename_component(name ${folder} NAME)
  set(headers lockstep_qt_headers)
  if(name STREQUAL plots)
    set(headers lockstep_plot_headers)
  endif()
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    get_target_property(is_of_qt ${target} AUTOMOC)
    if(is_of_qt)
      target_precompile_headers(${target} REUSE_FROM ${headers})
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(below ${folders})
    lockstep_reuse_qt_headers(${below})
  endforeach()
endfunction()
