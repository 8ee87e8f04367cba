# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Qt's headers, parsed once for all files of the window and of its tests: they are most of what compiling one costs. Only
# the release build does so; in the others (CMakePresets.json) a file that does not include what it uses fails.
set(qt_headers <QAction> <QApplication> <QComboBox> <QDateTime> <QDialog> <QDialogButtonBox> <QDir> <QEvent> <QFile>
  <QFileInfo> <QHBoxLayout> <QHeaderView> <QJsonArray> <QJsonDocument> <QJsonObject> <QLabel> <QLineEdit> <QLocale> <QMenu>
  <QMessageBox> <QPainter> <QPushButton> <QScrollBar> <QSettings> <QTableView> <QTimer> <QToolButton> <QVBoxLayout> <QWidget>
  <algorithm> <chrono> <filesystem> <functional> <map> <memory> <optional> <set> <span> <string> <variant> <vector>)

# The headers alone, without the definitions that say which of Qt's libraries a target links: they differ.
file(CONFIGURE OUTPUT qt_headers.cpp CONTENT "// Only its headers count.\n")
add_library(lockstep_qt_headers OBJECT ${CMAKE_CURRENT_BINARY_DIR}/qt_headers.cpp)
target_link_libraries(lockstep_qt_headers PRIVATE lockstep_options)
target_include_directories(lockstep_qt_headers SYSTEM PRIVATE $<TARGET_PROPERTY:Qt6::Widgets,INTERFACE_INCLUDE_DIRECTORIES>)
target_compile_definitions(lockstep_qt_headers PRIVATE $<$<NOT:$<CONFIG:Debug>>:QT_NO_DEBUG>)
target_precompile_headers(lockstep_qt_headers PRIVATE ${qt_headers})

# lockstep_reuse_qt_headers(FOLDER) : in the targets of the folder and of those below it that are Qt's, as AUTOMOC says.
function(lockstep_reuse_qt_headers folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    get_target_property(is_of_qt ${target} AUTOMOC)
    if(is_of_qt)
      target_precompile_headers(${target} REUSE_FROM lockstep_qt_headers)
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(below ${folders})
    lockstep_reuse_qt_headers(${below})
  endforeach()
endfunction()
