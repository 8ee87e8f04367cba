<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Edits</name>
    <message>
        <source>Add %1</source>
        <translation>添加“%1”</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Link %1 to %2</source>
        <translation>连接 %1 与 %2</translation>
    </message>
    <message numerus="yes">
        <source>Move %n element(s)</source>
        <translation>
            <numerusform>移动 %n 个元素</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n element(s)</source>
        <translation>
            <numerusform>删除 %n 个元素</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Error</name>
    <message>
        <source>%1 arrived with %2 bytes instead of %3. Fetch it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 became shorter while it was read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be reached at %2 port %3: %4. Is it on, and is the address right?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be verified: %2 may be about it and cannot be read (%3). Repair or remove it, then connect again. The host shows %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot work with its file %2: %3. Check space and permissions there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not answer. Check the host and the network, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ended the file transfer. Check its disk and its SSH server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ends after %2 bytes of text, before its lists are closed. Copy or download it again.</source>
        <translation>%1 的文本在 %2 字节处结束，而列表还没有闭合。请重新复制或下载。</translation>
    </message>
    <message>
        <source>%1 has %2 bytes here, but byte %3 was asked for: the copy belongs to another file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has %2 bytes, expected %3: it is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has %2 bytes, expected at most %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has %2 images but %3 labels; every image needs one label.</source>
        <translation>%1 有 %2 张图像，却有 %3 个标签；每张图像都要有一个标签。</translation>
    </message>
    <message>
        <source>%1 has been silent for %2 seconds; the connection counts as lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has too little room for the engine: %2 MiB are free in .lockstep, %3 MiB are needed. Free some space in the home folder there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 holds %2 at byte %3 of its text, where only lists of numbers are expected: [[images, labels], [images, labels], [images, labels]].</source>
        <translation>%1 的文本在第 %3 字节处有 %2，而那里只应有数的列表：[[图像, 标签], [图像, 标签], [图像, 标签]]。</translation>
    </message>
    <message>
        <source>%1 holds %2 sets; expected three: training, validation, evaluation.</source>
        <translation>%1 有 %2 个集；应有三个：训练、验证、评估。</translation>
    </message>
    <message>
        <source>%1 holds &quot;%2&quot; at byte %3 of its text, which is no number.</source>
        <translation>%1 的文本在第 %3 字节处有“%2”，它不是数。</translation>
    </message>
    <message>
        <source>%1 holds a number of more than %2 characters at byte %3 of its text.</source>
        <translation>%1 的文本在第 %3 字节处有一个超过 %2 个字符的数。</translation>
    </message>
    <message>
        <source>%1 holds more than 1 GiB of pixels.</source>
        <translation>%1 的像素超过 1 GiB。</translation>
    </message>
    <message>
        <source>%1 holds no image at all.</source>
        <translation>%1 一张图像也没有。</translation>
    </message>
    <message>
        <source>%1 hosts of the run %2 keep their files here; the request must name one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is %2 bytes long; an experiment has at most %3.</source>
        <translation>%1 有 %2 字节；实验文件最多 %3 字节。</translation>
    </message>
    <message>
        <source>%1 is a file, but the folder of the four files is expected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is a folder, but a file is expected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is a machine of type %2, but the engine is built for %3. Use a host of that type, or build Lockstep for %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is damaged (%2). Remove this run from the host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is damaged: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is damaged: its SHA-256 is not the one in the manifest.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is known by a certificate authority only (%2), and host certificates are not supported. Add the host&apos;s own key (%3) to known_hosts after checking it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is neither a command nor a file. lockstep --help lists the commands.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is no checkpoint folder, so its model must be named: --model NAME.</source>
        <translation>%1 不是检查点文件夹，因此必须指明它的模型：--model 名称。</translation>
    </message>
    <message>
        <source>%1 is no port; expected a number from 1 to 65535.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not a file of the run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not a file. Choose a file that ends in .lockstep.json.</source>
        <translation>%1 不是文件。请选择以 .lockstep.json 结尾的文件。</translation>
    </message>
    <message>
        <source>%1 is not a file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not a regular file; a data file was expected.</source>
        <translation>%1 不是普通文件；这里应是数据文件。</translation>
    </message>
    <message>
        <source>%1 is not an idx file of %2: it begins with %3, expected %4.</source>
        <translation>%1 不是%2的 idx 文件：它以 %3 开头，应为 %4。</translation>
    </message>
    <message>
        <source>%1 is not built as expected: %2 at byte %3 of its text, instead of [[images, labels], [images, labels], [images, labels]].</source>
        <translation>%1 的结构不符：文本第 %3 字节处是%2，而不是 [[图像, 标签], [图像, 标签], [图像, 标签]]。</translation>
    </message>
    <message>
        <source>%1 needs a value: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 offers no file transfer (SFTP): %2. Install the sftp-server of its SSH server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 processes of the run cannot be killed; they wait inside the system, as on a broken disk or GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 refused the log-in. Tried: %2. Accepted there: %3. Check the user name, load the key into the agent, or name another key file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 refuses to run commands: %2. The account needs a login shell.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 runs are going on here already. Stop one first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 speaks version %2 of the attach conversation, this program version %3. Update the older one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 takes no value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was written in version %2 of the format, but this Lockstep reads versions up to %3: please use a newer Lockstep.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: image %2 of the %3 set has %4 values; expected 784 (28 x 28).</source>
        <translation>%1：%3集的图像 %2 有 %4 个值；应为 784 个（28 x 28）。</translation>
    </message>
    <message>
        <source>%1: image %2 of the %3 set has a pixel of %4; expected 0..255, 0..1 or -1..1.</source>
        <translation>%1：%3集的图像 %2 有一个像素是 %4；应在 0..255、0..1 或 -1..1 之内。</translation>
    </message>
    <message>
        <source>%1: image %2 of the %3 set has more than 784 (28 x 28) values.</source>
        <translation>%1：%3集的图像 %2 超过 784 个（28 x 28）值。</translation>
    </message>
    <message>
        <source>%1: label %2 is %3; expected a class from 0 to %4.</source>
        <translation>%1：标签 %2 是 %3；应为 0 到 %4 的类别。</translation>
    </message>
    <message>
        <source>%1: label %2 of the %3 set is %4; expected a class from 0 to %5.</source>
        <translation>%1：%3集的标签 %2 是 %4；应为 0 到 %5 的类别。</translation>
    </message>
    <message>
        <source>--data takes synthetic-digits, mnist or paddle-json, but was given &quot;%1&quot;.</source>
        <translation>--data 可取 synthetic-digits、mnist 或 paddle-json，却给了“%1”。</translation>
    </message>
    <message>
        <source>--launch-stdin brings its own experiment; &quot;%1&quot; is one too many.</source>
        <translation>--launch-stdin 自带实验；多了“%1”。</translation>
    </message>
    <message>
        <source>--resume takes &quot;latest&quot;, but was given &quot;%1&quot;.</source>
        <translation>--resume 只接受“latest”，却给了“%1”。</translation>
    </message>
    <message>
        <source>--set takes KEY=VALUE, but found %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--threads takes a number from 1 to 1024, but was given &quot;%1&quot;.</source>
        <translation>--threads 接受 1 到 1024 的数，却给了“%1”。</translation>
    </message>
    <message>
        <source>A collective of Gloo failed: %1.</source>
        <translation>Gloo 集合通信失败：%1。</translation>
    </message>
    <message>
        <source>A message from another supervisor could not be understood.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A person asked for the run to stop.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rank was asked to stop from outside.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A resumed run keeps its experiment. Leave --set out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A resumed run keeps its experiment. Leave EXPERIMENT out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sample has the label %1; this model knows the classes 0 to %2. Check the data set.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another host was asked to stop the run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another supervisor owns the run %1 on this host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attempt %1 of the run %2 is going on here. Attach to it, or stop it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot connect to %1: %2. Check that an SSH server answers on this port.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot connect to %1: %2. Check the address and the port, and that the host is on and runs an SSH server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot create %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot create the folder %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot finish %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot force %1 to the disk: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot force the folder %1 to the disk: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot list the folder %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot listen on %1, port %2: %3. Choose an address of this host (`ip address` lists them).</source>
        <translation>无法在 %1 的端口 %2 上监听：%3。请选择此主机的地址（用 `ip address` 查看）。</translation>
    </message>
    <message>
        <source>Cannot open %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot open a network socket: %1. Raise the limit of open files (ulimit -n) or end other programs.</source>
        <translation>无法打开网络套接字：%1。请提高打开文件数的上限（ulimit -n）或结束其他程序。</translation>
    </message>
    <message>
        <source>Cannot open or write %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot open or write %1: permission denied. Make it writable for your user, or choose another folder with LOCKSTEP_HOME.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot read %1: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>Cannot remove %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot rename %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot save to %1: %2. Choose another place or name.</source>
        <translation>无法保存到 %1：%2。请换一个位置或名称。</translation>
    </message>
    <message>
        <source>Cannot start %1 worker threads: %2. Ask for fewer threads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot wait for network connections: %1.</source>
        <translation>无法等待网络连接：%1。</translation>
    </message>
    <message>
        <source>Cannot write %1: %2. Choose another place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot write %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot write %1: the disk (or your share of it) is full. Remove old runs or other files on this host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Descriptor %1 is no bound network socket: the process that starts ranks must hand over the socket it listens on.</source>
        <translation>描述符 %1 不是已绑定的网络套接字：启动 rank 的进程必须把它监听的套接字传递过来。</translation>
    </message>
    <message>
        <source>Found cpu among the GPUs; set the CPU ranks in the field above.</source>
        <translation>在 GPU 中写了 cpu；请在上面的字段中设置 CPU rank 数。</translation>
    </message>
    <message>
        <source>GPU %1 is named twice; each GPU can be one rank.</source>
        <translation>GPU %1 写了两次；每个 GPU 只能是一个 rank。</translation>
    </message>
    <message>
        <source>Host %1 has been silent for 8 seconds: it hangs, or its network is cut.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host %1 has no network interface &quot;%2&quot; with an address; it has %3. Choose another one or leave the field empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host %1 has prepared another number of ranks than the experiment places there. Update the engine on it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host number %1 has no ranks in this experiment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Internal error: %1 does not hold (%2:%3). Please report it with the log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer %1 of the model reads a tensor of shape %2; it needs channels, height and width.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer %1 of the model: %2 is %3; expected %4 to %5.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer %1 of the model: its window of %2 is larger than its input of %3 (padding %4). Choose a model for this sample size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line %1, column %2: found %3, which is not JSON there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line %1, column %2: the number %3 is too large.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line %1, column %2: the text ends too early to be JSON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No batch could be read within %1 seconds.</source>
        <translation>%1 秒内没能读出一个批次。</translation>
    </message>
    <message>
        <source>No host has a device, so nothing would train; give a host at least one device.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No host has a device, so there is no rank to run. Add a device to a host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run of %1 is called %2. lockstep list shows them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>OpenSSL could not compute a digest or draw random bytes; its installation on this host is damaged.</source>
        <translation>OpenSSL 无法计算摘要或生成随机数；此主机上的 OpenSSL 安装已损坏。</translation>
    </message>
    <message>
        <source>Rank %1 closed its connection in collective %4, %3 (noticed by rank %2). Its process has ended; its log and its host&apos;s supervisor say why.</source>
        <translation>rank %1 在第 %4 次集合通信（%3）中关闭了连接（由 rank %2 发现）。其进程已结束；原因见该 rank 的日志和所在主机的监管进程。</translation>
    </message>
    <message>
        <source>Rank %1 did not do its part of collective %4, %3, for %5 s (noticed by rank %2). It lives, but is stuck in its own work; its log tells more.</source>
        <translation>rank %1 在 %5 秒内没有参与第 %4 次集合通信（%3）（由 rank %2 发现）。该进程仍在运行，但卡在自己的工作中；详情见其日志。</translation>
    </message>
    <message>
        <source>Rank %1 did not end when it was asked to and was killed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank %1 ended the run in collective %4, %3: %5</source>
        <translation>rank %1 在第 %4 次集合通信（%3）中终止了运行：%5</translation>
    </message>
    <message>
        <source>Rank %1 ended with exit code %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank %1 ended with exit code %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank %1 failed in collective %4, %3: %5</source>
        <translation>rank %1 在第 %4 次集合通信（%3）中失败：%5</translation>
    </message>
    <message>
        <source>Rank %1 has been silent for %5 s, in collective %4, %3 (noticed by rank %2). Its process was stopped, its host froze or the network was cut.</source>
        <translation>rank %1 已有 %5 秒没有任何响应，当时处于第 %4 次集合通信（%3）（由 rank %2 发现）。可能是其进程被暂停、主机卡死或网络中断。</translation>
    </message>
    <message>
        <source>Rank %1 has finished and left, but rank %2 still needs it in collective %4, %3. All ranks must run the same program.</source>
        <translation>rank %1 已结束并离开，但 rank %2 在第 %4 次集合通信（%3）中仍需要它。所有 rank 必须运行相同的程序。</translation>
    </message>
    <message>
        <source>Rank %1 lost another rank.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank %1 sent what cannot be, in collective %4, %3 (noticed by rank %2): %5. Its memory, its network card or something between the hosts damages data.</source>
        <translation>rank %1 在第 %4 次集合通信（%3）中发送了不合法的数据（由 rank %2 发现）：%5。其内存、网卡或主机之间的某个环节损坏了数据。</translation>
    </message>
    <message>
        <source>Rank %1 was killed by signal %2 (%3). If nobody sent it, the system ran out of memory: use a smaller batch or fewer ranks on this host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank %1 was killed by signal %2 (%3).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings differ: %1 %2 belongs to this run, but was started with other settings than %1 %3. Deploy the same version everywhere and start the run anew.</source>
        <translation>设置不一致：%1 %2 属于本次运行，但启动时的设置与 %1 %3 不同。请在所有主机上部署相同的版本，然后重新开始运行。</translation>
    </message>
    <message>
        <source>Several runs begin with %1: %2. Write more of the id.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Some ranks have not ended long after the others had.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something was thrown that is no error of this program.</source>
        <translation>抛出了一个不属于本程序错误类型的异常。</translation>
    </message>
    <message>
        <source>Start gives rank %1 another address than the one this host has bound.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start names %1 ranks and %2 hosts, but the experiment has %3 and %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped as asked after %1 steps.</source>
        <translation>已按要求在 %1 步之后停止。</translation>
    </message>
    <message>
        <source>Stopped while waiting for the other ranks.</source>
        <translation>在等待其他 rank 时被停止。</translation>
    </message>
    <message>
        <source>The MNIST folder %1 has no file %2 or %2.gz. It must hold train-images-idx3-ubyte, train-labels-idx1-ubyte, t10k-images-idx3-ubyte and t10k-labels-idx1-ubyte, plain or as .gz.</source>
        <translation>MNIST 文件夹 %1 中没有文件 %2 或 %2.gz。其中必须有 train-images-idx3-ubyte、train-labels-idx1-ubyte、t10k-images-idx3-ubyte 和 t10k-labels-idx1-ubyte，原样或 .gz 均可。</translation>
    </message>
    <message>
        <source>The MNIST folder %1 has training images of %2 but test images of %3.</source>
        <translation>MNIST 文件夹 %1 的训练图像是 %2，测试图像却是 %3。</translation>
    </message>
    <message>
        <source>The MNIST folder %1 is not there, or is no folder. Give the folder that holds the four idx files on this host.</source>
        <translation>MNIST 文件夹 %1 不存在，或者不是文件夹。请给出这台主机上存放四个 idx 文件的文件夹。</translation>
    </message>
    <message>
        <source>The checkpoint %1 cannot be gone on from: its %2 is %3, but the experiment&apos;s is %4. Start a new run, or set the experiment back.</source>
        <translation>无法从检查点 %1 继续：它的%2是 %3，而实验的是 %4。请开始新的运行，或把实验改回去。</translation>
    </message>
    <message>
        <source>The checkpoint %1 was passed over. %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The checkpoint has a tensor %1, which the model does not know.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The checkpoint has no tensor %1, which the model needs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The checksum of this line does not match its content.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection to %1 broke: %2. It can be tried again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection to rank %1 broke in collective %4, %3 (noticed by rank %2): %5. Look at the network between the hosts and at the rank&apos;s log.</source>
        <translation>与 rank %1 的连接在第 %4 次集合通信（%3）中断开（由 rank %2 发现）：%5。请检查主机之间的网络以及该 rank 的日志。</translation>
    </message>
    <message>
        <source>The connection to the supervisor on host %1 broke off: the supervisor was killed or the host went down.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The conversation is damaged and cannot go on; connect again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The copy %1 of a host&apos;s file cannot be written: %2. Free some space or repair the folder; it is tried again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The data %1 is not on this computer. Correct the path, or copy it there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The data file %1 cannot be read: %2.</source>
        <translation>无法读取数据文件 %1：%2。</translation>
    </message>
    <message>
        <source>The data set holds no image at all.</source>
        <translation>数据集中一张图像也没有。</translation>
    </message>
    <message>
        <source>The desktop sent what is no frame: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The desktop speaks version %1 of the attach conversation, this engine version %2. Deploy the engine of your version to this host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The device %1 cannot be used: this build of the engine computes on the CPU only. Give the host the device cpu.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk is full: %1. Free some space and start the run again; it can go on from its latest checkpoint.</source>
        <translation>磁盘已满：%1。请腾出空间后重新开始；运行可以从最近的检查点继续。</translation>
    </message>
    <message>
        <source>The engine %1 cannot be started: %2. Build or install it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine %1 has ended the conversation.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine arrived damaged on %1, or it could not be verified there: %2. Try again; check that sha256sum works on the host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine for other hosts in %1 is not complete: %2. Build the target &quot;bundle&quot; or install the program again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine on %1 did not start: %2 It said: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine on %1 has ended the conversation.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine on this host speaks version %1 of the conversation, expected version %2; deploy it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine was started by %1, and its own file could not be found in the command line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The environment variable %1 is &quot;%2&quot;; expected a number from %3 to %4.</source>
        <translation>环境变量 %1 是“%2”；应为 %3 到 %4 的数。</translation>
    </message>
    <message>
        <source>The experiment %1 cannot be read, or is empty.</source>
        <translation>实验 %1 无法读取，或者是空的。</translation>
    </message>
    <message>
        <source>The experiment %1 is larger than %2 bytes.</source>
        <translation>实验 %1 大于 %2 字节。</translation>
    </message>
    <message>
        <source>The experiment has %1 bytes, but at most %2 can be sent to a host; shorten its notes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The experiment names no path for its data (data.path).</source>
        <translation>实验没有写明数据的路径（data.path）。</translation>
    </message>
    <message>
        <source>The experiment places %1 ranks, so there is no rank %2.</source>
        <translation>该实验共安排了 %1 个 rank，因此没有 rank %2。</translation>
    </message>
    <message>
        <source>The file transfer with %1 sent bytes that make no sense. Its shell start-up files may be printing text: keep them silent when no terminal is there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The gzip file %1 goes on with something that is not gzip after byte %2. Copy or download it again.</source>
        <translation>gzip 文件 %1 在第 %2 字节之后接着不是 gzip 的内容。请重新复制或下载。</translation>
    </message>
    <message>
        <source>The gzip file %1 is cut short: it ends after %2 bytes in the middle of its content. Copy or download it again.</source>
        <translation>gzip 文件 %1 不完整：它在 %2 字节处结束，内容还没有完。请重新复制或下载。</translation>
    </message>
    <message>
        <source>The gzip file %1 is damaged near byte %2 (%3). Copy or download it again.</source>
        <translation>gzip 文件 %1 在第 %2 字节附近损坏（%3）。请重新复制或下载。</translation>
    </message>
    <message>
        <source>The gzip file %1 unfolds to more than %2 times its size (%3 bytes from %4); real images do not. It was refused to protect this host&apos;s memory.</source>
        <translation>gzip 文件 %1 展开后超过自身大小的 %2 倍（由 %4 字节变成 %3 字节）；真实图像不会如此。为保护这台主机的内存，已拒绝读取。</translation>
    </message>
    <message>
        <source>The header of the idx file %1 claims %2; at most 4096 rows, 4096 columns and 1 GiB in all are accepted.</source>
        <translation>idx 文件 %1 的文件头声称 %2；最多接受 4096 行、4096 列，总共 1 GiB。</translation>
    </message>
    <message>
        <source>The host %1 has no address; enter a host name or an IP address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hosts of the run did not find each other: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The idx file %1 ends inside its header, after %2 bytes.</source>
        <translation>idx 文件 %1 在文件头内就结束了，只有 %2 字节。</translation>
    </message>
    <message>
        <source>The idx file %1 holds %2 bytes of data, but its header promises %3. Copy or download it again.</source>
        <translation>idx 文件 %1 有 %2 字节数据，但文件头说有 %3 字节。请重新复制或下载。</translation>
    </message>
    <message>
        <source>The idx file %1 holds more than the %2 bytes of data that its header promises.</source>
        <translation>idx 文件 %1 的数据多于文件头所说的 %2 字节。</translation>
    </message>
    <message>
        <source>The idx file %1 holds no image: its header says %2.</source>
        <translation>idx 文件 %1 不含图像：文件头写着 %2。</translation>
    </message>
    <message>
        <source>The idx file %1 holds no label.</source>
        <translation>idx 文件 %1 不含标签。</translation>
    </message>
    <message>
        <source>The key file %1 cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key file %1 was not unlocked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key of %1 has changed: the host shows %2, known is %3 (%4). Someone may be impersonating the host. Only if its administrator confirms the new key, remove that line and connect again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key of %1 is not known (%2). Connect once by hand to check and accept it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key of %1 is revoked (%2, in %3). Someone may be impersonating the host. Do not connect; ask its administrator for a new key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key of %1 was not accepted (%2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key of the host cannot be kept in %1: %2. Make the file writable, then connect again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The kind of data of this experiment is unknown to this engine.</source>
        <translation>这个引擎不认识该实验的数据种类。</translation>
    </message>
    <message>
        <source>The last line is not whole.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The launch on standard input is longer than %1 bytes.</source>
        <translation>标准输入上的启动信息超过 %1 字节。</translation>
    </message>
    <message>
        <source>The list of files is not that of a checkpoint.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The login shell of this host printed more than %1 bytes and no greeting of the engine; make its start-up files silent for commands.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The loss of step %1 is %2: the training has diverged. A smaller learning rate than %3 may help; the run goes on, but will hardly learn any more.</source>
        <translation>第 %1 步的损失是 %2：训练已发散。小于 %3 的学习率也许有用；运行会继续，但几乎学不到什么了。</translation>
    </message>
    <message>
        <source>The members of this record are not those of its kind.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory of this host is used up. Use a smaller batch, fewer ranks on this host or a smaller model.</source>
        <translation>这台主机的内存已用尽。请减小批次、减少这台主机上的 rank，或换用较小的模型。</translation>
    </message>
    <message>
        <source>The model %1 has layers that are not one chain; this engine cannot compute it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The option %1 needs a value: %1 %2.</source>
        <translation>选项 %1 需要一个值：%1 %2。</translation>
    </message>
    <message>
        <source>The option %1 takes no value, but was given &quot;%2&quot;.</source>
        <translation>选项 %1 不带值，却给了“%2”。</translation>
    </message>
    <message>
        <source>The option %1 was given twice.</source>
        <translation>选项 %1 给了两次。</translation>
    </message>
    <message>
        <source>The other side sent %1, which is not a frame of the attach conversation; connect again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The pixels of %1 go from %2 to %3; expected 0..255, 0..1 or -1..1.</source>
        <translation>%1 的像素从 %2 到 %3；应在 0..255、0..1 或 -1..1 之内。</translation>
    </message>
    <message>
        <source>The ranks are out of step: rank %1 is in collective %6, %5 (%8 bytes), rank %2 in collective %4, %3 (%7 bytes). All ranks must run the same program.</source>
        <translation>各 rank 步调不一致：rank %1 处于第 %6 次集合通信，%5（%8 字节）；rank %2 处于第 %4 次集合通信，%3（%7 字节）。所有 rank 必须运行相同的程序。</translation>
    </message>
    <message>
        <source>The replicas are no longer equal: the weights of rank %1 differ from those of the others. Its memory or processor may be faulty, or its engine another; go on from a checkpoint without that host.</source>
        <translation>各副本不再相同：rank %1 的权重与其他 rank 不同。它的内存或处理器可能有故障，或者引擎版本不同；请去掉那台主机，从检查点继续。</translation>
    </message>
    <message>
        <source>The request failed on the host: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run %1 has had attempt %2 here; the next one must have a higher number than %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run %1 has no file %2 on this host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run %1 has not ended. Attach to it, or stop it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run %1 is not going on here: it has ended or was never submitted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run %1 is still going on here. Stop it before removing it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run %1 was removed from this host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run %1 was started before, or has ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run folder %1 holds checkpoints already. Add --resume latest to go on from them, or choose another folder.</source>
        <translation>运行文件夹 %1 里已有检查点。要从它们继续，请加上 --resume latest；否则请另选文件夹。</translation>
    </message>
    <message>
        <source>The run in %1 cannot be opened: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run token is not 64 hexadecimal digits. The desktop draws it and hands it over with the start of a run; start the run anew.</source>
        <translation>运行令牌不是 64 位十六进制数字。令牌由桌面程序生成，并在开始运行时下发；请重新开始运行。</translation>
    </message>
    <message>
        <source>The run was ended: %1</source>
        <translation>运行已被终止：%1</translation>
    </message>
    <message>
        <source>The run was never started: no word came within %1 seconds after it had been submitted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The samples have the shape %1; a model reads channels x height x width, or features.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The supervisor does not know requests of type %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The supervisor expects a Submit frame first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The supervisor of the run does not answer; it may be stopped or hang on a broken disk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The supervisor of the run ended before it could answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The supervisor of this run on %1 ended without a last word, and %2 of its processes cannot be killed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The supervisor of this run on %1 ended without a last word: it was killed, or the host was restarted. Its ranks are ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The supervisor was asked to end (signal 15): the host may be shutting down.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The system gives no random numbers: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tensor %1 of the checkpoint has shape %2, but the model needs %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tensor shape %1 has a negative size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tensor shape %1 has more elements than can be counted (2^62).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text has %1 bytes, expected at most %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text is not JSON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The training set has %1 images, too few for %2 ranks. Use fewer devices or more data.</source>
        <translation>训练集只有 %1 张图像，对 %2 个 rank 来说太少。请减少设备或增加数据。</translation>
    </message>
    <message>
        <source>The work with %1 was cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no checkpoint to go on from; the training starts anew.</source>
        <translation>没有可以继续的检查点；训练从头开始。</translation>
    </message>
    <message>
        <source>There is no file %1.</source>
        <translation>没有文件 %1。</translation>
    </message>
    <message>
        <source>There is no model named &quot;%1&quot;. The models are: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no run in %1 yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no such key; %1 is a single value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no such key; the keys here are: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no such place in the list, which has %1; the next free place has the same number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is not enough memory for the model: it needs %1 MiB at this batch size. Choose a smaller batch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These data have no set &quot;%1&quot;; --set takes training, validation or, where there is one, evaluation.</source>
        <translation>这份数据没有“%1”集；--set 可取 training、validation，或在有的情况下取 evaluation。</translation>
    </message>
    <message>
        <source>This controller already has a run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This engine does not know requests of type %1. Deploy the engine of your version to this host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This experiment was written in version %1 of the format, but this Lockstep reads versions up to %2: please use a newer Lockstep.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This host has no network interface %1 with an address; it has %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This host keeps %1 runs already. Remove old ones first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This host knows no run %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This journal was written in a newer version of the format: please use a newer Lockstep.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This line is longer than a record may be.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This line is not a record with a checksum.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This process was started as rank %1 of %2. Several ranks are started by a supervisor (&quot;lockstep run&quot; on the desktop), which gives each its secrets with --launch-stdin; by hand, one rank trains alone.</source>
        <translation>本进程是作为 %2 个 rank 中的第 %1 个启动的。多个 rank 由监管进程启动（桌面上的“lockstep run”），它用 --launch-stdin 把密钥交给每个 rank；手工启动时只能由一个 rank 单独训练。</translation>
    </message>
    <message>
        <source>This supervisor owns the run %1, not %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This user has no home folder. Set LOCKSTEP_HOME to a folder where runs can be kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too many arguments. Write lockstep %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too many files at the same time, or a request number that is in use.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too many watches, or a request number that is in use.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two layers of the model %1 are named &quot;%2&quot;; names must be unique and not empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown option %1. lockstep %2 --help lists those of this command.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What answers for %1 at %2 port %3 is no SSH server. Correct the port.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where should the picture go? Write lockstep %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which experiment? Write lockstep %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which run? Write lockstep %1; lockstep list shows the runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Within %3 s these did not arrive at %1 %2: %4. Check that their processes run, and that firewalls let the hosts reach each other.</source>
        <translation>以下成员在 %3 秒内没有到达（等待者：%1 %2）：%4。请确认它们的进程正在运行，并且防火墙允许各主机互相访问。</translation>
    </message>
    <message>
        <source>Without %1 %3 there is no start: it never arrived at %1 %2, or was started with other settings. Its own log and its host&apos;s firewall tell more.</source>
        <translation>缺少 %1 %3，无法开始：它始终没有到达 %1 %2，或启动时的设置不同。请查看它自己的日志和所在主机的防火墙。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no file of this run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no host name or address. Use letters, digits, &apos;.&apos;, &apos;-&apos; and &apos;_&apos;, or a numeric address; write an international name in its &quot;xn--&quot; form.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no user name: it must not begin with &apos;-&apos; or hold blanks or control characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;%1&quot;, port %2, is no address: expected a numeric IPv4 or IPv6 address and a port from 0 to 65535.</source>
        <translation>“%1”（端口 %2）不是有效地址：应为数字形式的 IPv4 或 IPv6 地址，端口为 0 到 65535。</translation>
    </message>
    <message>
        <source>a beat with a payload</source>
        <translation>带有数据的心跳</translation>
    </message>
    <message>
        <source>a frame of unknown kind</source>
        <translation>未知类型的帧</translation>
    </message>
    <message>
        <source>a frame that names a rank that is none</source>
        <translation>提到了不存在的 rank 的帧</translation>
    </message>
    <message>
        <source>a frame without its mark</source>
        <translation>缺少标记的帧</translation>
    </message>
    <message>
        <source>a label that is a list of not exactly one number</source>
        <translation>标签是列表，其中却不是恰好一个数</translation>
    </message>
    <message>
        <source>a list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a message larger than its collective</source>
        <translation>大于其集合通信的消息</translation>
    </message>
    <message>
        <source>a message of another length or place</source>
        <translation>长度或位置不符的消息</translation>
    </message>
    <message>
        <source>a number where a list belongs</source>
        <translation>该是列表的地方是一个数</translation>
    </message>
    <message>
        <source>a reason of too many bytes</source>
        <translation>过长的原因</translation>
    </message>
    <message>
        <source>a reason that cannot be read</source>
        <translation>无法读取的原因</translation>
    </message>
    <message>
        <source>a set of more than two lists</source>
        <translation>一个集里多于两个列表</translation>
    </message>
    <message>
        <source>a set without its two lists, images and labels</source>
        <translation>一个集缺少图像和标签这两个列表</translation>
    </message>
    <message>
        <source>a tensor must have dtype, shape and data_offsets, and nothing else</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all-gather</source>
        <translation>全收集</translation>
    </message>
    <message>
        <source>all-reduce in double precision</source>
        <translation>双精度全规约</translation>
    </message>
    <message>
        <source>all-reduce</source>
        <translation>全规约</translation>
    </message>
    <message>
        <source>an object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>barrier</source>
        <translation>屏障同步</translation>
    </message>
    <message>
        <source>broadcast</source>
        <translation>广播</translation>
    </message>
    <message>
        <source>data_offsets is not a range of bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>found %1 addresses, expected one for each rank.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found %1 at both ends, expected two different hosts or switches.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found %1 devices on all hosts, expected at most %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found %1, expected 1 to 64 of a-z, 0-9 and hyphen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found %1, expected &quot;latest&quot; or empty text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found %1, expected a list.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found %1, expected a number above %2 and at most %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found %1, expected a number from %2 to %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found %1, expected a number from %2 to below %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found %1, expected a numeric IPv4 or IPv6 address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found %1, expected a relative path without &quot;..&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found %1, expected a whole number from %2 to %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found %1, expected an absolute path.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found %1, expected an object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found %1, expected one of: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found %1, expected text that does not begin with a hyphen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found %1, expected text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found %1, expected the device cpu, or cuda:0 to cuda:63.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found %1, expected the id of a host or switch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found %1, which another host or switch has already; expected an id of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found %1, which does not fit the sizes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found %1, which is not below the world size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found a NUL character in %1, expected text without.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found a blank in %1, expected text without.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found a control character in %1, expected one line of text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found a list of %1, expected at most %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found a piece of a file of %1 bytes, expected at least %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found empty text, expected at least one character.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found more than %1 devices, expected at most as many.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found more than %1 objects and lists within each other, expected fewer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found more than %1 values, expected fewer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found nothing, expected an id or a name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found nothing, expected the folder that holds the four MNIST files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found nothing, expected the path of the .json.gz file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found nothing, expected this member.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found text of %1 bytes, expected 64 hexadecimal digits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found text of %1 bytes, expected at most %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>found this key twice, expected it once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>global batch, in the middle of an epoch,</source>
        <translation>（在轮次中途的）全局批次</translation>
    </message>
    <message>
        <source>images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>it does not answer</source>
        <translation>没有应答</translation>
    </message>
    <message>
        <source>it ended at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has not answered for 30 seconds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has not connected</source>
        <translation>尚未连接</translation>
    </message>
    <message>
        <source>it is here, but not in touch with all others</source>
        <translation>已到达，但未能与其他全部成员建立连接</translation>
    </message>
    <message>
        <source>its collective was left half-way</source>
        <translation>其集合通信中途被放弃</translation>
    </message>
    <message>
        <source>labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>lists within too many lists</source>
        <translation>列表嵌套得太深</translation>
    </message>
    <message>
        <source>lockstep-engine %1 does not take the argument &quot;%2&quot;. Usage: lockstep-engine %3</source>
        <translation>lockstep-engine %1 不接受参数“%2”。用法：lockstep-engine %3</translation>
    </message>
    <message>
        <source>lockstep-engine %1 has no option %2. &quot;lockstep-engine %1 --help&quot; lists its options.</source>
        <translation>lockstep-engine %1 没有选项 %2。“lockstep-engine %1 --help”会列出它的选项。</translation>
    </message>
    <message>
        <source>lockstep-engine %1 needs %2. Usage: lockstep-engine %3</source>
        <translation>lockstep-engine %1 需要 %2。用法：lockstep-engine %3</translation>
    </message>
    <message>
        <source>lockstep-engine has no subcommand &quot;%1&quot;; &quot;lockstep-engine --help&quot; lists them.</source>
        <translation>lockstep-engine 没有子命令“%1”；“lockstep-engine --help”会列出它们。</translation>
    </message>
    <message>
        <source>lockstep-engine needs a subcommand; &quot;lockstep-engine --help&quot; lists them.</source>
        <translation>lockstep-engine 需要一个子命令；“lockstep-engine --help”会列出它们。</translation>
    </message>
    <message>
        <source>lockstep-engine supervise is started by lockstep-engine attach, which gives it a run on standard input.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lockstep-engine train needs an experiment and --run-folder DIR, or --launch-stdin.</source>
        <translation>lockstep-engine train 需要一个实验和 --run-folder 文件夹，或者 --launch-stdin。</translation>
    </message>
    <message>
        <source>metadata must be texts by name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>more labels than images could be</source>
        <translation>标签多得不可能有那么多图像</translation>
    </message>
    <message>
        <source>more than three sets</source>
        <translation>多于三个集</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>oneDNN, the library that computes on the CPU, reports: %1 (status %2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only tensors of dtype F32 can be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rank</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>the file is too short to be safetensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the header is longer than the file or than a header may be</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the header is not a JSON object without duplicate keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the range of bytes does not fit the shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the shape is not a list of sizes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the supervisor of host</source>
        <translation>监管进程，主机</translation>
    </message>
    <message>
        <source>the tensors overlap, leave a hole or pass the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there are bytes that belong to no tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>which is over</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>“%1” is no bandwidth. Write a number above 0 with its unit, such as 10 Mbps or 1 Gbps (bits, not bytes, per second).</source>
        <translation>“%1”不是带宽。请写一个大于 0 的数并带上单位，例如 10 Mbps 或 1 Gbps（每秒比特数，不是字节数）。</translation>
    </message>
    <message>
        <source>“%1” is no latency. Write the time one way with its unit, such as 0.5 ms.</source>
        <translation>“%1”不是时延。请写出单程时间并带上单位，例如 0.5 ms。</translation>
    </message>
    <message>
        <source>it closed the connection</source>
        <translation>它关闭了连接</translation>
    </message>
    <message>
        <source>it could not prove that it belongs to this run</source>
        <translation>无法证明它属于本次运行</translation>
    </message>
    <message>
        <source>it is a stranger</source>
        <translation>是陌生连接</translation>
    </message>
    <message>
        <source>it left again</source>
        <translation>到达后又离开</translation>
    </message>
    <message>
        <source>it refused our proof</source>
        <translation>它拒绝了我方的身份证明</translation>
    </message>
    <message>
        <source>it took no bytes</source>
        <translation>它不接收数据</translation>
    </message>
    <message>
        <source>its message was damaged on the way</source>
        <translation>其消息在传输途中损坏</translation>
    </message>
</context>
<context>
    <name>Headless</name>
    <message>
        <source>The experiment can run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train an experiment and show its progress.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List the runs, newest first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Watch a run until it ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End a run: finish the step, write a checkpoint, leave.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on with a run from its newest checkpoint.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say everything that keeps an experiment from running.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw the curves of a run into a picture.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train the built-in digits on this computer and draw the curves.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set a key of the document, as training.batch=100.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on with this run instead; leave EXPERIMENT out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where runs are kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End stdout with one line of JSON; progress goes to stderr.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A private key to log in with; may be repeated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host keys to trust instead of the usual files; may be repeated. New ones are added to the first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the document only: no data, no hosts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture to write (also -o).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say this.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>curves %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping after this step. Press Ctrl-C again to leave the run to itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run goes on without you: lockstep attach %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>folder %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 shows an unknown %2 key: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trust it only if ssh-keygen -lf prints the same on that host. Trust it? (yes/no)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no terminal to ask on, so it is refused. Add the key with ssh-keyscan to a file and name it with --known-hosts, or connect once with ssh.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Password for %1:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passphrase of %1:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last answer was refused.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no terminal to ask on. Name a key with --identity, or load one into the agent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No runs in %1 yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>%1  epoch %2 of %3  step %4 of %5  loss %6  %7 samples/s  %8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>epoch %1 of %2: training loss %3, validation loss %4, accuracy %5 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>… and %n more rank(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MetricPlot</name>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PlotCurves</name>
    <message>
        <source>not a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lowest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Highest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ranks (density)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean (smoothed)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PlotSpec</name>
    <message>
        <source>Loss per step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The loss of every rank appears here, step by step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy per epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epoch %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The share of right answers on the validation data appears here after each epoch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation accuracy (%)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation accuracy</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RunTexts</name>
    <message>
        <source>Not started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deploying</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Launching</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Submitted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deploying the engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Submitting the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reconnecting; training goes on there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Template</name>
    <message>
        <source>Digits on this computer</source>
        <translation>本机训练手写数字</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>本机</translation>
    </message>
</context>
<context>
    <name>lockstep</name>
    <message>
        <source>RUN is an id, the beginning of one, a folder, or &quot;last&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lockstep trains neural networks on several devices and lets you watch every rank.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lockstep COMMAND --help lists the options of a command.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The exit code is that of the run: 0 when it trained to its end.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockstep::About</name>
    <message>
        <source>About Lockstep</source>
        <translation>关于 Lockstep</translation>
    </message>
    <message>
        <source>Trains neural networks on several devices and machines, and shows how every rank learns.</source>
        <translation>在多个设备和多台机器上训练神经网络，并展示每个 rank 的学习过程。</translation>
    </message>
    <message>
        <source>Experiment format: version %1&lt;br&gt;Qt: %2&lt;br&gt;System: %3</source>
        <translation>实验格式：版本 %1&lt;br&gt;Qt：%2&lt;br&gt;系统：%3</translation>
    </message>
    <message>
        <source>The window is free software under the GNU GPL, version 3 or later; the engine under the Apache License 2.0.</source>
        <translation>窗口程序是自由软件，采用 GNU GPL 第 3 版或更新版本；训练引擎采用 Apache 许可证 2.0。</translation>
    </message>
</context>
<context>
    <name>lockstep::CheckpointModel</name>
    <message>
        <source>On its host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetching… %1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Could not be fetched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockstep::CheckpointPanel</name>
    <message>
        <source>Checkpoints appear here as they are written, the best one marked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the checkpoint to this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockstep::ConnectionQuestions</name>
    <message>
        <source>Unknown host key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has not been reached from here before. It shows this key:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare it with what ssh-keygen -lf prints on that host, or ask its administrator. Trust it only when both are the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trust this key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Password</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 asks for a password.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key file %1 is protected by a passphrase.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 asks: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last answer was refused. Try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is kept in memory until Lockstep is closed, and written nowhere.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockstep::DesignPage</name>
    <message>
        <source>Hosts</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Drag a host to the canvas, or double-click it.</source>
        <translation>把主机拖到画布上，或双击它。</translation>
    </message>
    <message>
        <source>Cannot run yet: a field holds no value. It is marked in red on the right.</source>
        <translation>还不能运行：有一个字段没有有效的值，已在右侧用红色标出。</translation>
    </message>
    <message>
        <source>Cannot run yet. %1</source>
        <translation>还不能运行。%1</translation>
    </message>
    <message numerus="yes">
        <source>(%n more problem(s))</source>
        <translation>
            <numerusform>（另有 %n 个问题）</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::DocumentActions</name>
    <message>
        <source>Lockstep experiments (*.lockstep.json);;All files (*)</source>
        <translation>Lockstep 实验 (*.lockstep.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>新建(&amp;N)</translation>
    </message>
    <message>
        <source>New from &amp;template</source>
        <translation>从模板新建(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>有未保存的更改</translation>
    </message>
    <message>
        <source>“%1” has changes that are not saved.</source>
        <translation>“%1”有尚未保存的更改。</translation>
    </message>
    <message>
        <source>They are lost if you do not save them.</source>
        <translation>如果不保存，这些更改将会丢失。</translation>
    </message>
    <message>
        <source>Open an experiment</source>
        <translation>打开实验</translation>
    </message>
    <message>
        <source>Cannot open %1</source>
        <translation>无法打开 %1</translation>
    </message>
    <message>
        <source>Cannot open the template %1</source>
        <translation>无法打开模板 %1</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>未能保存</translation>
    </message>
    <message>
        <source>Save the experiment</source>
        <translation>保存实验</translation>
    </message>
    <message>
        <source>No file yet</source>
        <translation>还没有文件</translation>
    </message>
    <message>
        <source>Clear the list</source>
        <translation>清空列表</translation>
    </message>
</context>
<context>
    <name>lockstep::DocumentForm</name>
    <message>
        <source>Edit “%1”</source>
        <translation>修改“%1”</translation>
    </message>
</context>
<context>
    <name>lockstep::ExperimentDocument</name>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
</context>
<context>
    <name>lockstep::ExperimentPanel</name>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Each chosen device of each host is one rank. All ranks hold the same weights; each computes gradients on its own samples, and the gradients are averaged in every step.</source>
        <translation>每台主机上选中的每个设备就是一个 rank。所有 rank 持有相同的权重，各自用自己的样本计算梯度，每一步都对梯度求平均，这就是数据并行。</translation>
    </message>
    <message>
        <source>Experiment</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>What this experiment and its runs are called.</source>
        <translation>这个实验及其各次运行的名称。</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>The network that is trained; every rank holds a copy of it. MNIST CNN has 20,350 parameters, LeNet 431,080: fewer mean smaller gradients to exchange in every step.</source>
        <translation>要训练的网络，每个 rank 都持有一份副本。MNIST CNN 有 20,350 个参数，LeNet 有 431,080 个：参数越少，每一步要交换的梯度就越小。</translation>
    </message>
    <message>
        <source>MNIST CNN</source>
        <translation>MNIST CNN</translation>
    </message>
    <message>
        <source>LeNet</source>
        <translation>LeNet</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Where the samples come from. The built-in digits need no file: they are drawn by the program, the same ones on every host. MNIST and Paddle files are read from a path.</source>
        <translation>样本的来源。内置数字不需要文件：由程序绘制，在每台主机上都相同。MNIST 和 Paddle 文件从给定的路径读取。</translation>
    </message>
    <message>
        <source>Built-in digits</source>
        <translation>内置手写数字</translation>
    </message>
    <message>
        <source>MNIST files</source>
        <translation>MNIST 文件</translation>
    </message>
    <message>
        <source>Paddle mnist.json.gz</source>
        <translation>Paddle mnist.json.gz</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>MNIST: the folder with the four idx files, plain or .gz. Paddle: the file mnist.json.gz. The path must exist on every host with a rank; a relative one starts at the document&apos;s folder.</source>
        <translation>MNIST：存放四个 idx 文件（未压缩或 .gz）的文件夹。Paddle：mnist.json.gz 文件。每台有 rank 的主机上都必须有这个路径；相对路径从文档所在的文件夹算起。</translation>
    </message>
    <message>
        <source>Choose on this computer</source>
        <translation>在本机上选择</translation>
    </message>
    <message>
        <source>Choose the data on this computer</source>
        <translation>在本机上选择数据</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>How a gradient becomes a change of the weights. SGD: the plain step. Momentum: remembers where it was going. Adagrad: smaller steps for weights that moved much. Adam: momentum with a step of its own for every weight; often the quickest, usually with a learning rate of 0.001.</source>
        <translation>决定梯度如何变成权重的改变。SGD：直接走一步。Momentum：记住先前前进的方向。Adagrad：变化多的权重步子变小。Adam：带动量，并且每个权重有自己的步长；往往最快，学习率通常取 0.001。</translation>
    </message>
    <message>
        <source>SGD</source>
        <translation>SGD</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>动量</translation>
    </message>
    <message>
        <source>Adagrad</source>
        <translation>Adagrad</translation>
    </message>
    <message>
        <source>Adam</source>
        <translation>Adam</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>The length of a step, above 0. Too large: the loss jumps or grows. Too small: it hardly falls. With more ranks the global batch grows, and a larger rate often pays.</source>
        <translation>每一步的长度，大于 0。太大：损失跳动甚至上升；太小：损失几乎不降。rank 增多时全局批量变大，学习率往往也可以相应调大。</translation>
    </message>
    <message>
        <source>How much of the last step is kept, from 0 to below 1; 0.9 is usual.</source>
        <translation>保留上一步的多少，从 0 到小于 1；通常取 0.9。</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批量</translation>
    </message>
    <message>
        <source>Samples that each rank takes in one step, from 1 to 65536. All ranks together take batch × ranks: the global batch.</source>
        <translation>每个 rank 一步取用的样本数，从 1 到 65536。所有 rank 合计为 批量 × rank 数，即全局批量。</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>How many times the training goes over all samples. After each, accuracy is measured and a checkpoint written.</source>
        <translation>训练遍历全部样本的次数（epoch）。每一轮之后测量准确率并写入检查点。</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Start of all random numbers: first weights and order of the samples. The same seed on the same devices gives the same weights, bit for bit.</source>
        <translation>所有随机数的起点：初始权重和样本顺序。在相同设备上使用相同的种子，得到的权重逐位相同。</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失函数</translation>
    </message>
    <message>
        <source>What the training makes smaller. Cross-entropy suits classes; squared error is there for comparison.</source>
        <translation>训练要减小的量。交叉熵适合分类；平方误差可用于对比。</translation>
    </message>
    <message>
        <source>Cross-entropy</source>
        <translation>交叉熵</translation>
    </message>
    <message>
        <source>Squared error</source>
        <translation>平方误差</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>The numbers that the network computes with. 32-bit floating point is the reference.</source>
        <translation>网络计算所用的数值类型。32 位浮点数是基准。</translation>
    </message>
    <message>
        <source>32-bit (f32)</source>
        <translation>32 位 (f32)</translation>
    </message>
    <message>
        <source>Choose the data file</source>
        <translation>选择数据文件</translation>
    </message>
    <message>
        <source>Paddle data (*.json.gz);;All files (*)</source>
        <translation>Paddle 数据 (*.json.gz);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Choose the folder with the MNIST files</source>
        <translation>选择存放 MNIST 文件的文件夹</translation>
    </message>
    <message>
        <source>Choose the data</source>
        <translation>选择数据</translation>
    </message>
    <message>
        <source>No rank yet.</source>
        <translation>还没有 rank。</translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s). Global batch: %1 samples in every step.</source>
        <translation>
            <numerusform>%n 个 rank。全局批量：每步 %1 个样本。</numerusform>
        </translation>
    </message>
    <message>
        <source>A relative path starts at the document&apos;s folder: save the document first.</source>
        <translation>相对路径从文档所在的文件夹算起：请先保存文档。</translation>
    </message>
    <message>
        <source>There is no folder %1 on this computer.</source>
        <translation>本机上没有文件夹 %1。</translation>
    </message>
    <message>
        <source>There is no file %1 on this computer.</source>
        <translation>本机上没有文件 %1。</translation>
    </message>
</context>
<context>
    <name>lockstep::HostCard</name>
    <message>
        <source>local</source>
        <translation>本机进程</translation>
    </message>
    <message>
        <source>no address yet</source>
        <translation>尚无地址</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>ranks %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>No device chosen: no rank runs here.</source>
        <translation>没有选择设备：这里不运行 rank。</translation>
    </message>
    <message>
        <source>switch</source>
        <translation>交换机</translation>
    </message>
</context>
<context>
    <name>lockstep::HostPalette</name>
    <message>
        <source>Palette of hosts</source>
        <translation>主机面板</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>The computer in front of you. Ranks start as processes here, without SSH: the quickest way to try an experiment.</source>
        <translation>您面前的这台计算机。各 rank 作为本机进程启动，无需 SSH：尝试一个实验最快的办法。</translation>
    </message>
    <message>
        <source>CPU host</source>
        <translation>CPU 主机</translation>
    </message>
    <message>
        <source>A machine reached by SSH that trains on its processor. Nothing needs to be installed there.</source>
        <translation>通过 SSH 连接、用处理器训练的机器。那里无需安装任何东西。</translation>
    </message>
    <message>
        <source>GPU host</source>
        <translation>GPU 主机</translation>
    </message>
    <message>
        <source>A machine reached by SSH that trains on its NVIDIA GPUs, one rank for each GPU.</source>
        <translation>通过 SSH 连接、用 NVIDIA GPU 训练的机器，每个 GPU 一个 rank。</translation>
    </message>
</context>
<context>
    <name>lockstep::HostPanel</name>
    <message>
        <source>Delete this host</source>
        <translation>删除此主机</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>What you call this host. Its links stay when you rename it.</source>
        <translation>您给这台主机起的名称。改名后连线保持不变。</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接方式</translation>
    </message>
    <message>
        <source>SSH reaches a machine on the network; nothing but an SSH server needs to run there. This computer starts the ranks as processes right here.</source>
        <translation>SSH 连接网络上的机器，那里只需运行 SSH 服务器。“本机”则直接在这里以进程启动各 rank。</translation>
    </message>
    <message>
        <source>SSH</source>
        <translation>SSH</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Host name or IP address that the SSH server answers at, such as 192.168.1.20 or gpu-1.lab.</source>
        <translation>SSH 服务器所在的主机名或 IP 地址，例如 192.168.1.20 或 gpu-1.lab。</translation>
    </message>
    <message>
        <source>192.168.1.20</source>
        <translation>192.168.1.20</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>Port of the SSH server, from 1 to 65535; 22 is usual.</source>
        <translation>SSH 服务器的端口，从 1 到 65535；通常为 22。</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>User name on that host. Empty: the same as yours here. Keys and passwords are never written into the document.</source>
        <translation>在那台主机上的用户名。留空：与本机相同。密钥和密码绝不会写入文档。</translation>
    </message>
    <message>
        <source>same as here</source>
        <translation>与本机相同</translation>
    </message>
    <message>
        <source>Interface</source>
        <translation>网络接口</translation>
    </message>
    <message>
        <source>Network interface that the ranks exchange gradients over, such as eth1. Empty: the one that the SSH connection came in on.</source>
        <translation>各 rank 交换梯度所用的网络接口，例如 eth1。留空：使用 SSH 连接所用的接口。</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>CPU ranks</source>
        <translation>CPU rank 数</translation>
    </message>
    <message>
        <source>How many ranks train on this host&apos;s processor. They share its cores; two ranks on one computer are a way to try data parallel training without a cluster.</source>
        <translation>在这台主机的处理器上训练的 rank 数。它们共享处理器核心；在一台计算机上用两个 rank，可以在没有集群时体验数据并行训练。</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Indices of the GPUs to train on, as nvidia-smi counts them: 0,2 takes the first and the third. Each one is a rank. Empty: none.</source>
        <translation>用于训练的 GPU 序号，按 nvidia-smi 的编号：0,2 表示第一个和第三个。每个 GPU 是一个 rank。留空：不使用。</translation>
    </message>
    <message>
        <source>none; 0,2 for two</source>
        <translation>无；两个则写 0,2</translation>
    </message>
    <message>
        <source>Ranks are counted through all hosts in the order in which they were drawn.</source>
        <translation>rank 按主机绘制的先后顺序在所有主机上连续编号。</translation>
    </message>
    <message>
        <source>Set the CPU ranks</source>
        <translation>设置 CPU rank 数</translation>
    </message>
    <message>
        <source>No device chosen: no rank runs here.</source>
        <translation>没有选择设备：这里不运行 rank。</translation>
    </message>
    <message numerus="yes">
        <source>Here: %n rank(s), %1.</source>
        <translation>
            <numerusform>这里有 %n 个 rank：%1。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::HostStrip</name>
    <message>
        <source>this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockstep::Inspector</name>
    <message>
        <source>Inspector</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Drag them together, or press L to link two hosts.</source>
        <translation>可以一起拖动，或按 L 键连接两台主机。</translation>
    </message>
    <message>
        <source>Delete them</source>
        <translation>删除它们</translation>
    </message>
    <message numerus="yes">
        <source>%n element(s) selected</source>
        <translation>
            <numerusform>已选择 %n 个元素</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::LinkPanel</name>
    <message>
        <source>Delete this link</source>
        <translation>删除此连线</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>连线</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>How many bits the link carries each second, with its unit: 10 Mbps, 1 Gbps, 25 Gbps. Gradients cross it in every step: a slow link is often what training waits for. Empty: not stated.</source>
        <translation>连线每秒传输的比特数，带单位：10 Mbps、1 Gbps、25 Gbps。每一步都有梯度经过它：训练等待的往往就是慢的连线。留空：未说明。</translation>
    </message>
    <message>
        <source>10 Mbps, 1 Gbps …</source>
        <translation>10 Mbps、1 Gbps……</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>时延</translation>
    </message>
    <message>
        <source>How long a message takes one way, with its unit: 0.1 ms, 50 us. It counts once for every piece of gradient that is exchanged. Empty: not stated.</source>
        <translation>消息单程所需的时间，带单位：0.1 ms、50 us。每交换一块梯度都要计入一次。留空：未说明。</translation>
    </message>
    <message>
        <source>0.1 ms …</source>
        <translation>0.1 ms……</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Anything you want to remember about this link.</source>
        <translation>关于这条连线您想记下的任何内容。</translation>
    </message>
    <message>
        <source>%1 ↔ %2</source>
        <translation>%1 ↔ %2</translation>
    </message>
</context>
<context>
    <name>lockstep::LogPanel</name>
    <message>
        <source>Not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching… %1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stay at the end while the log grows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Supervisor on %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What this rank writes appears here, line by line.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockstep::LogView</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the end</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockstep::MainWindow</name>
    <message>
        <source>A run is in progress</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>Show the other run? “%1” goes on training on its hosts; open it again from Runs.</source>
        <translation>要显示另一次运行吗？“%1”会在其主机上继续训练；可从“历史”页再次打开。</translation>
    </message>
    <message>
        <source>The run cannot be opened.</source>
        <translation>无法打开这次运行。</translation>
    </message>
    <message>
        <source>%1[*] — Lockstep</source>
        <translation>%1[*] — Lockstep</translation>
    </message>
    <message numerus="yes">
        <source>%n host(s)</source>
        <translation>
            <numerusform>%n 台主机</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n 个 rank</numerusform>
        </translation>
    </message>
    <message>
        <source>Ready to run</source>
        <translation>可以运行</translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n 个问题</numerusform>
        </translation>
    </message>
    <message>
        <source>The runs folder changes when Lockstep is started again.</source>
        <translation>运行文件夹将在重新启动 Lockstep 后改变。</translation>
    </message>
    <message>
        <source>Training goes on</source>
        <translation>训练会继续</translation>
    </message>
    <message>
        <source>“%1” goes on training on its hosts without this window.</source>
        <translation>关闭窗口后，“%1”仍会在其主机上继续训练。</translation>
    </message>
    <message>
        <source>Start Lockstep again and open the run from Runs to see how it went. To end it, press Stop first.</source>
        <translation>再次启动 Lockstep，从“历史”页打开这次运行即可查看进展。要结束训练，请先按“停止”。</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>全选(&amp;A)</translation>
    </message>
    <message>
        <source>Zoom to &amp;fit</source>
        <translation>缩放到合适大小(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>S&amp;ettings…</source>
        <translation>设置(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;About Lockstep</source>
        <translation>关于 Lockstep(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>Add this &amp;computer</source>
        <translation>添加本机(&amp;C)</translation>
    </message>
    <message>
        <source>Add a C&amp;PU host</source>
        <translation>添加 CPU 主机(&amp;P)</translation>
    </message>
    <message>
        <source>Add a &amp;GPU host</source>
        <translation>添加 GPU 主机(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Link the two selected hosts</source>
        <translation>连接所选的两台主机(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Design</source>
        <translation>设计(&amp;D)</translation>
    </message>
    <message>
        <source>R&amp;un</source>
        <translation>运行(&amp;U)</translation>
    </message>
    <message>
        <source>Run&amp;s</source>
        <translation>历史(&amp;S)</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;100 %</source>
        <translation>&amp;100 %</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Design</source>
        <translation>设计</translation>
    </message>
    <message>
        <source>Run</source>
        <comment>page</comment>
        <translation>运行</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Ends the run after the step in progress and writes a checkpoint (Shift+F5)</source>
        <translation>在当前一步完成后结束运行并写入检查点 (Shift+F5)</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Checks the experiment and trains it on the drawn hosts (F5)</source>
        <translation>检查实验，并在画出的主机上训练 (F5)</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>lockstep::MetricPlot</name>
    <message>
        <source>Writing the values…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the whole run (double click into the plot)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the newest point in sight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the plot as a picture, or its values as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture (PNG)…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values (CSV)…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the plot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockstep::PageSwitch</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
</context>
<context>
    <name>lockstep::ProblemBar</name>
    <message>
        <source>Put away</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Put this message away</source>
        <translation>收起这条消息</translation>
    </message>
</context>
<context>
    <name>lockstep::RankTableModel</name>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失函数</translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockstep::RunHeader</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finish the step, write a checkpoint and end the run on every host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on from the newest checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attempt %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the journals: %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockstep::RunList</name>
    <message>
        <source>Runs appear here once they have been started.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockstep::RunListModel</name>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n host(s)</source>
        <translation>
            <numerusform>%n 台主机</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n 个 rank</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockstep::RunPage</name>
    <message>
        <source>Press Run to train the experiment.
Its hosts, curves, ranks, logs and checkpoints appear here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockstep::RunView</name>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n journal line(s) were damaged and are left out of the curves.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %n more; the hosts above tell.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>The language changes when Lockstep is started again.</source>
        <translation>语言将在重新启动 Lockstep 后改变。</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Journals, logs and fetched checkpoints of every run are kept here. Empty: the usual place.</source>
        <translation>每次运行的日志文件、文本日志和取回的检查点都保存在这里。留空：使用默认位置。</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Runs folder</source>
        <translation>运行文件夹</translation>
    </message>
    <message>
        <source>Choose the runs folder</source>
        <translation>选择运行文件夹</translation>
    </message>
    <message>
        <source>Give the whole path, from / on.</source>
        <translation>请给出从 / 开始的完整路径。</translation>
    </message>
    <message>
        <source>This is a file, not a folder.</source>
        <translation>这是文件，不是文件夹。</translation>
    </message>
    <message>
        <source>You may not write into this folder.</source>
        <translation>您没有写入这个文件夹的权限。</translation>
    </message>
</context>
<context>
    <name>lockstep::TopologyView</name>
    <message>
        <source>Canvas</source>
        <translation>画布</translation>
    </message>
    <message>
        <source>Link from %1 to %2</source>
        <translation>从 %1 到 %2 的连线</translation>
    </message>
    <message>
        <source>Nothing is selected. Tab goes through hosts and links.</source>
        <translation>没有选择任何元素。按 Tab 键在主机和连线之间移动。</translation>
    </message>
    <message>
        <source>Drag a host from the left to here, or double-click it.
Point at a card and pull one of its round handles to another card to link them.</source>
        <translation>从左侧把主机拖到这里，或双击它。
指向一张卡片，把它边上的圆形把手拉到另一张卡片，即可连线。</translation>
    </message>
</context>
</TS>
