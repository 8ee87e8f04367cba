// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/foreign/foreign_logs.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <random>

using namespace lockstep;

namespace {

using Points = QVector<std::pair<qint64, float>>;

Points pointsOf(const ForeignCurves& curves, Metric metric, int rank = 0)
{
    Points points;
    if (const Series* series = curves.metrics.find(metric, rank)) {
        for (std::size_t i = 0; i < series->size(); ++i)
            points.append({series->key(i), series->value(i)});
    }
    return points;
}

// As the tutorial prints it, its stray character and its cut end included.
constexpr auto kWorklog =
    "grep: warning: GREP_OPTIONS is deprecated; please use an alias or script\n"
    "dev_id 0\n"
    "I1104 06:25:04.377323 31961 nccl_context.cc:88] worker: 127.0.0.1:6171 is not ready, "
    "will retry after 3 seconds...\n"
    "I1104 06:25:07.377645 31961 nccl_context.cc:127] init nccl context nranks: 3 local rank: "
    "0 gpu id: 1\xef\xbf\xbd\n"
    "W1104 06:25:09.104460 31961 device_context.cc:243] device: 1, cuDNN Version: 7.5.\n"
    "start data reader (trainers_num: 3, trainer_id: 0)\n"
    "epoch: 0, batch_id: 10, loss is: [0.47507238]\n"
    "epoch: 0, batch_id: 20, loss is: [0.25089613]\n"
    "epoch: 0, batch_id: 30, loss is: [0.13120805]\r\n"
    "start data reader (trainers_num: 3, trainer_id: 0)\n"
    "epoch: 1, batch_id: 10, loss is: [0.07032011]\n"
    "epoch: 1, batch_id: 20, loss is: [0.09687119]\n"
    "epoch: 1, batch_id: 30, loss is: [0.03";

constexpr auto kMxnet =
    "2018-03-01 10:00:00,123 Node[1] start with arguments Namespace(batch_size=64, lr=0.05)\n"
    "2018-03-01 10:00:02,500 Node[1] Epoch[0] Batch [20]\tSpeed: 12345.67 samples/sec\taccuracy=0.795387\n"
    "2018-03-01 10:00:03,500 Node[1] Epoch[0] Batch [20-40]\tSpeed: 13000.00 "
    "samples/sec\taccuracy=0.9\tcross-entropy=0.4\n"
    "2018-03-01 10:00:04,500 Node[1] Epoch[0] Train-accuracy=0.934544\n"
    "2018-03-01 10:00:04,500 Node[1] Epoch[0] Time cost=4.567\n"
    "2018-03-01 10:00:05,500 Node[1] Epoch[0] Validation-accuracy=0.957803\n"
    "2018-03-01 10:00:06,500 Node[1] Epoch[1] Batch [20]\tSpeed: 12000.00 samples/sec\taccuracy=0.95\n"
    "2018-03-01 10:00:07,500 Node[1] Epoch[1] Validation-accuracy=0.97\n";

constexpr auto kPytorch =
    "=> creating model 'resnet18'\n"
    "Epoch: [0][  1/626]\tTime  5.221 ( 5.221)\tData  1.502 ( 1.502)\tLoss 7.0043e+00 (7.0043e+00)\tAcc@1   "
    "0.39 "
    "(  0.39)\tAcc@5   1.17 (  1.17)\n"
    "Epoch: [0][ 11/626]\tTime  0.322 ( 0.700)\tData  0.000 ( 0.150)\tLoss nan (6.9e+00)\tAcc@1   1.50 (  "
    "0.39)\tAcc@5   2.00 (  1.17)\n"
    "Test: [ 1/98]\tTime  1.500 ( 1.500)\tLoss 5.0000e+00 (5.0000e+00)\tAcc@1  10.00 ( 10.00)\tAcc@5  30.00 "
    "( 30.00)\n"
    "Test: [98/98]\tTime  0.100 ( 0.300)\tLoss 4.0000e+00 (4.5000e+00)\tAcc@1  11.00 ( 12.00)\tAcc@5  31.00 "
    "( 32.00)\n"
    " *   Acc@1 12.344 Acc@5 32.110\n"
    "Epoch: [1][  1/626]\tTime  5.221 ( 5.221)\tData  1.502 ( 1.502)\tLoss 3.5000e+00 (3.5000e+00)\tAcc@1  "
    "20.00 "
    "( 20.00)\tAcc@5  40.00 ( 40.00)\n"
    " * Prec@1 22.000 Prec@5 44.000\n"
    "Epoch: [1][ 11/6";

constexpr auto kI3d =
    "INFO:root:----Here we start!----\nOutput wirtes to output/finetune-ucf101-rgb-1\n"
    "step: 20  , loss: 4.5910, accuracy: 0.017 (0.62 sec/batch)\n"
    "INFO:root:step:  40 , loss:  4.1000,                             accuracy:  0.125 (  0.61 "
    "sec/batch)\n"
    "Epoch1, train accuracy: 0.870\n3783\nEpoch1, test accuracy: 0.934\n"
    "INFO:root:Epoch1, train accuracy: 0.900\n"; // the copy that counts wrongly

constexpr auto kMmengine =
    "05/15 03:33:41 - mmengine - INFO - Exp name: tsn_imagenet-pretrained-r50_8xb32\n"
    "05/15 03:33:41 - mmengine - INFO - Epoch(train)  [1][15/15]  lr: 7.8125e-05  eta: 0:00:31  time: 0.2334 "
    " "
    "data_time: 0.0793  memory: 2917  grad_norm: 11.9900  loss: 0.6971  top1_acc: 1.0000  top5_acc: 1.0000  "
    "loss_cls: "
    "0.6971\n"
    "05/15 03:33:42 - mmengine - INFO - Epoch(val) [1][5/5]    acc/top1: 0.3000  acc/top5: 1.0000  "
    "acc/mean1: 0.3000\n"
    "05/15 03:33:46 - mmengine - INFO - Epoch(train)  [2][15/15]  lr: 7.8125e-05  eta: 0:00:29  time: 0.2373 "
    " loss: "
    "0.7158\n"
    "05/15 03:34:36 - mmengine - INFO - Epoch(test) [10/10]    acc/top1: 0.9000\n"
    "{\"lr\": 0.1, \"loss\": 0.5, \"epoch\": 3, \"iter\": 45, \"step\": 45, \"none\": \"x\"}\n"
    "{\"acc/top1\": 0.75, \"step\": 3}\n{\"lr\": 0.1, \"loss";

} // namespace

class ForeignLogsTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    QString write(const QString& name, const QByteArray& text)
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write %s", qPrintable(name));
        return file.fileName();
    }
    ForeignCurves read(const QByteArray& text)
    {
        std::atomic<qint64> done = 0;
        const std::atomic<bool> cancelled = false;
        ForeignCurves curves =
            readForeignLogs({{write(QStringLiteral("log.txt"), text), 0}}, done, cancelled);
        if (done != text.size())
            qFatal("not all of it was read");
        return curves;
    }

private slots:
    void paddleWorklogs()
    {
        const ForeignCurves curves = read(kWorklog);
        QCOMPARE(pointsOf(curves, Metric::Loss), (Points{{10, 0.47507238F},
                                                         {20, 0.25089613F},
                                                         {30, 0.13120805F},
                                                         {40, 0.07032011F},
                                                         {50, 0.09687119F},
                                                         {60, 0.03F}}));
        QCOMPARE(curves.metrics.metrics().size(), 1);
        // Batches counted from 0, as the tutorial for one device prints them.
        const ForeignCurves one =
            read("epoch: 0, batch: 0, loss is: [3.2412765]\nepoch: 0, batch: 200, loss is: "
                 "[0.3588875]\nepoch: 1, batch: 0, loss is: [0.34854925]\n");
        QCOMPARE(pointsOf(one, Metric::Loss),
                 (Points{{1, 3.2412765F}, {201, 0.3588875F}, {401, 0.34854925F}}));
    }

    void mxnetFit()
    {
        const ForeignCurves curves = read(kMxnet);
        QCOMPARE(pointsOf(curves, Metric::SamplesPerSecond, 1),
                 (Points{{20, 12345.67F}, {40, 13000}, {60, 12000}}));
        QCOMPARE(pointsOf(curves, Metric::Top1, 1), (Points{{20, 0.795387F}, {40, 0.9F}, {60, 0.95F}}));
        QCOMPARE(pointsOf(curves, Metric::Loss, 1), (Points{{40, 0.4F}}));
        QCOMPARE(pointsOf(curves, Metric::EpochSeconds, 1), (Points{{1, 4.567F}}));
        QCOMPARE(pointsOf(curves, Metric::ValidationTop1, 1), (Points{{1, 0.957803F}, {2, 0.97F}}));
        QCOMPARE(pointsOf(curves, Metric::named("epoch.top1"), 1), (Points{{1, 0.934544F}}));
        Moment moment;
        moment.rank = 1;
        moment.step = 40;
        QCOMPARE(curves.metrics.completed(moment).wallMs,
                 QDateTime(QDate(2018, 3, 1), QTime(10, 0, 3, 500)).toMSecsSinceEpoch());
    }

    void pytorchImageNet()
    {
        const ForeignCurves curves = read(kPytorch);
        const Points loss = pointsOf(curves, Metric::Loss);
        QCOMPARE(loss.size(), 3);
        QCOMPARE(loss[0], (std::pair<qint64, float>{1, 7.0043F}));
        QVERIFY(loss[1].first == 11 && std::isnan(loss[1].second));
        QCOMPARE(loss[2], (std::pair<qint64, float>{627, 3.5F}));
        QCOMPARE(pointsOf(curves, Metric::Top1), (Points{{1, 0.0039F}, {11, 0.015F}, {627, 0.2F}}));
        QCOMPARE(pointsOf(curves, Metric::StepSeconds), (Points{{1, 5.221F}, {11, 0.322F}, {627, 5.221F}}));
        QCOMPARE(pointsOf(curves, Metric::ValidationTop1), (Points{{1, 0.12344F}, {2, 0.22F}}));
        QCOMPARE(pointsOf(curves, Metric::ValidationTop5), (Points{{1, 0.3211F}, {2, 0.44F}}));
        QCOMPARE(pointsOf(curves, Metric::ValidationLoss), (Points{{1, 4.5F}}));
    }

    void i3dFineTuning()
    {
        const ForeignCurves curves = read(kI3d);
        QCOMPARE(pointsOf(curves, Metric::Loss), (Points{{20, 4.591F}, {40, 4.1F}}));
        QCOMPARE(pointsOf(curves, Metric::Top1), (Points{{20, 0.017F}, {40, 0.125F}}));
        QCOMPARE(pointsOf(curves, Metric::StepSeconds), (Points{{20, 0.62F}, {40, 0.61F}}));
        QCOMPARE(pointsOf(curves, Metric::named("epoch.top1")), (Points{{1, 0.87F}, {2, 0.9F}}));
        QCOMPARE(pointsOf(curves, Metric::ValidationTop1), (Points{{1, 0.934F}}));
    }

    void mmengineAndJson()
    {
        const ForeignCurves curves = read(kMmengine);
        QCOMPARE(pointsOf(curves, Metric::Loss), (Points{{15, 0.6971F}, {30, 0.7158F}, {45, 0.5F}}));
        QCOMPARE(pointsOf(curves, Metric::LearningRate),
                 (Points{{15, 7.8125e-05F}, {30, 7.8125e-05F}, {45, 0.1F}}));
        QCOMPARE(pointsOf(curves, Metric::StepSeconds), (Points{{15, 0.2334F}, {30, 0.2373F}}));
        QCOMPARE(pointsOf(curves, Metric::named("step.grad_norm")), (Points{{15, 11.99F}}));
        QVERIFY(pointsOf(curves, Metric::named("step.eta")).isEmpty());
        QCOMPARE(pointsOf(curves, Metric::ValidationTop1), (Points{{1, 0.3F}, {3, 0.75F}}));
    }

    /// What MMAction2's tutorial printed, as a whole: ten epochs of 15 steps among settings and warnings.
    void aPublishedLogOfMmengine()
    {
        QFile file(QStringLiteral(LOCKSTEP_SHARED_DATA "/train-logs/mmaction2-tutorial-train.log"));
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
        const ForeignCurves curves = read(file.readAll());
        QVERIFY(curves.notes.empty());
        QCOMPARE(pointsOf(curves, Metric::Loss), (Points{{15, 0.6971F},
                                                         {30, 0.7158F},
                                                         {45, 0.7338F},
                                                         {60, 0.6894F},
                                                         {75, 0.6940F},
                                                         {90, 0.6667F},
                                                         {105, 0.6570F},
                                                         {120, 0.6241F},
                                                         {135, 0.6451F},
                                                         {150, 0.5931F}}));
        QCOMPARE(pointsOf(curves, Metric::StepSeconds).last(), (std::pair<qint64, float>{150, 0.1733F}));
        QCOMPARE(pointsOf(curves, Metric::named("step.grad_norm")).first(),
                 (std::pair<qint64, float>{15, 11.99F}));
        // The test behind them, 0.9, belongs to no epoch.
        QCOMPARE(pointsOf(curves, Metric::ValidationTop1), (Points{{1, 0.3F},
                                                                   {2, 0.7F},
                                                                   {3, 0.4F},
                                                                   {4, 0.7F},
                                                                   {5, 0.7F},
                                                                   {6, 0.6F},
                                                                   {7, 0.9F},
                                                                   {8, 1},
                                                                   {9, 1},
                                                                   {10, 1}}));
    }

    void logsOfSeveralRanksBelongTogether()
    {
        for (int rank = 0; rank < 12; ++rank)
            write(QStringLiteral("worklog.%1").arg(rank),
                  "epoch: 0, batch_id: 10, loss is: [" + QByteArray::number(rank) + "]\n");
        const QVector<LogSource> sources = foreignSources({m_folder.filePath(QStringLiteral("worklog.3"))});
        QCOMPARE(sources.size(), 12);
        ForeignLoader loader;
        QSignalSpy loaded(&loader, &ForeignLoader::loaded);
        loader.load(sources);
        QVERIFY(loaded.wait());
        const ForeignCurves curves = loader.take();
        QCOMPARE(curves.sources.value(11), QStringLiteral("worklog.11"));
        for (int rank = 0; rank < 12; ++rank)
            QCOMPARE(pointsOf(curves, Metric::Loss, rank), (Points{{10, static_cast<float>(rank)}}));
        // Files chosen by hand stay those.
        QCOMPARE(
            foreignSources({m_folder.filePath(QStringLiteral("worklog.3")), QStringLiteral("/x/log.txt")})
                .size(),
            2);
    }

    /// Every piece of every format, broken anywhere, is read without harm and in bounds.
    void brokenLogsAreRead()
    {
        std::mt19937 random(31);
        const QByteArrayList logs = {kWorklog, kMxnet, kPytorch, kI3d, kMmengine};
        for (int trial = 0; trial < 300; ++trial) {
            QByteArray text = logs[trial % logs.size()];
            for (int change = 0; change < 20; ++change)
                text[static_cast<qsizetype>(random() % static_cast<unsigned>(text.size()))] =
                    change % 3 == 0 ? static_cast<char>(random()) : '9';
            read(text.first(static_cast<qsizetype>(random() % static_cast<unsigned>(text.size()))));
        }
        read("epoch: 999999999999999999, batch: 9223372036854775807, loss is: 1\n"
             "epoch: 0, batch: 9223372036854775807, loss is: 1\nepoch: 1, batch: -9223372036854775808, loss "
             "is: 1\n"
             "Epoch: [9223372036854775807][9223372036854775807/9223372036854775807] Loss 1 (1)\n"
             "{\"step\": 1e300, \"loss\": 1}\n");
        QByteArray names;
        for (int i = 0; i < 2000; ++i)
            names += "{\"lr\": 1, \"step\": " + QByteArray::number(i) + ", \"m" + QByteArray::number(i) +
                     "\": 1}\n";
        QVERIFY(read(names).metrics.metrics().size() <= 256);
        const ForeignCurves none = read("nothing here\n");
        QCOMPARE(none.notes.size(), std::size_t{1});
    }
};

QTEST_GUILESS_MAIN(ForeignLogsTest)
#include "foreign_logs_test.moc"
