<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>ByHand</name>
    <message>
        <source>Draw the token by which the hosts trust each other</source>
        <translation>生成各主机互相信任所用的令牌</translation>
    </message>
    <message>
        <source>Copy the engine, the experiment and the token to each host</source>
        <translation>把引擎、实验和令牌复制到每台主机</translation>
    </message>
    <message>
        <source>Start a supervisor on each host; they wait for one another</source>
        <translation>在每台主机上启动监管进程，它们会互相等待</translation>
    </message>
    <message>
        <source>Follow what rank 0 writes</source>
        <translation>查看 rank 0 的输出</translation>
    </message>
    <message>
        <source>Stop: one host tells the others, and a checkpoint is written</source>
        <translation>停止：一台主机会通知其他主机，并写好检查点</translation>
    </message>
    <message>
        <source>Or by Slurm, within an allocation, from a folder that all nodes share</source>
        <translation>或者用 Slurm：在已分配的节点上，从所有节点共享的文件夹启动</translation>
    </message>
    <message>
        <source>Or by Open MPI, with the engine and the files on every host</source>
        <translation>或者用 Open MPI：引擎和文件须在每台主机上</translation>
    </message>
    <message>
        <source>Or by PyTorch&apos;s launcher, one of these on each host</source>
        <translation>或者用 PyTorch 的启动器：每台主机运行其中一条</translation>
    </message>
    <message>
        <source>Or on YARN by DMLC&apos;s tracker, which MXNet&apos;s launch.py calls, from the experiment&apos;s folder, which all nodes share; this form has never been tried</source>
        <translation>或者在 YARN 上用 DMLC 的 tracker（MXNet 的 launch.py 也调用它）启动，在各节点共享的实验文件夹中运行；这种形式从未试过</translation>
    </message>
</context>
<context>
    <name>CopyTexts</name>
    <message>
        <source>this computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>By the drawing: about %1 from host to host, about %2 from this computer to each.</source>
        <translation>按图上的带宽估计：从主机到主机约 %1，由本机分别发送约 %2。</translation>
    </message>
    <message>
        <source>This computer is not drawn; its line is taken to be as fast as the fastest link of the first host.</source>
        <translation>图上没有画本机；这里假定本机线路与第一台主机最快的链路一样快。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>engine: %1 of %2</source>
        <translation>引擎：%2 中的 %1</translation>
    </message>
    <message>
        <source>%1, from %2</source>
        <translation>%1，来自 %2</translation>
    </message>
    <message>
        <source>waiting for %1</source>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source>has the data already</source>
        <translation>已有这份数据</translation>
    </message>
    <message>
        <source>has the data now</source>
        <translation>数据已到齐</translation>
    </message>
    <message>
        <source>has the data now, from %1</source>
        <translation>数据已到齐，来自 %1</translation>
    </message>
</context>
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
        <source>Move %Ln element(s)</source>
        <translation>
            <numerusform>移动 %Ln 个元素</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln element(s)</source>
        <translation>
            <numerusform>删除 %Ln 个元素</numerusform>
        </translation>
    </message>
    <message>
        <source>network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>switch</source>
        <translation>交换机</translation>
    </message>
    <message>
        <source>Resize %1</source>
        <translation>调整 %1 的大小</translation>
    </message>
    <message>
        <source>Choose %1</source>
        <translation>选用 %1</translation>
    </message>
    <message numerus="yes">
        <source>Group %Ln element(s)</source>
        <translation>
            <numerusform>将 %Ln 个元素编为一组</numerusform>
        </translation>
    </message>
    <message>
        <source>Train on CPUs</source>
        <translation>用 CPU 训练</translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln host(s)</source>
        <translation>
            <numerusform>添加 %Ln 台主机</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Error</name>
    <message>
        <source>%1 arrived with %2 bytes instead of %3. Fetch it again.</source>
        <translation>%1 收到 %2 字节，应为 %3 字节。请重新获取。</translation>
    </message>
    <message>
        <source>%1 became shorter while it was read.</source>
        <translation>%1 在读取过程中变短了。</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>%1 cannot be verified: %2 may be about it and cannot be read (%3). Repair or remove it, then connect again. The host shows %4.</source>
        <translation>无法验证 %1:%2 可能与它有关，但无法读取（%3）。请修复或删除后重新连接。主机出示的是 %4。</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>无法写入 %1：%2。</translation>
    </message>
    <message>
        <source>%1 cannot work with its file %2: %3. Check space and permissions there.</source>
        <translation>%1 无法处理其文件 %2：%3。请检查该处的空间和权限。</translation>
    </message>
    <message>
        <source>%1 does not answer. Check the host and the network, then try again.</source>
        <translation>%1 没有应答。请检查主机和网络，然后重试。</translation>
    </message>
    <message>
        <source>%1 ended the file transfer. Check its disk and its SSH server.</source>
        <translation>%1 终止了文件传输。请检查它的磁盘和 SSH 服务器。</translation>
    </message>
    <message>
        <source>%1 ends after %2 bytes of text, before its lists are closed. Copy or download it again.</source>
        <translation>%1 的文本在 %2 字节处结束，而列表还没有闭合。请重新复制或下载。</translation>
    </message>
    <message>
        <source>%1 has %2 bytes here, but byte %3 was asked for: the copy belongs to another file.</source>
        <translation>%1 在此处有 %2 字节，但请求的是第 %3 字节：本地副本属于另一个文件。</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, expected %3: it is damaged.</source>
        <translation>%1 有 %2 字节，应为 %3 字节：文件已损坏。</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, expected at most %3.</source>
        <translation>%1 有 %2 字节，最多允许 %3 字节。</translation>
    </message>
    <message>
        <source>%1 has %2 images but %3 labels; every image needs one label.</source>
        <translation>%1 有 %2 张图像，却有 %3 个标签；每张图像都要有一个标签。</translation>
    </message>
    <message>
        <source>%1 has been silent for %2 seconds; the connection counts as lost.</source>
        <translation>%1 已有 %2 秒没有任何消息，视为连接已断开。</translation>
    </message>
    <message>
        <source>%1 has too little room for the engine: %2 MiB are free in .lockstep, %3 MiB are needed. Free some space in the home folder there.</source>
        <translation>%1 上没有足够空间存放引擎：.lockstep 中可用 %2 MiB，需要 %3 MiB。请在该主机的主文件夹中腾出空间。</translation>
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
        <translation>运行 %2 有 %1 台主机的文件保存在这里，请求必须指明其中一台。</translation>
    </message>
    <message>
        <source>%1 is %2 bytes long; an experiment has at most %3.</source>
        <translation>%1 有 %2 字节；实验文件最多 %3 字节。</translation>
    </message>
    <message>
        <source>%1 is a folder, but a file is expected.</source>
        <translation>%1 是文件夹，而这里需要的是文件。</translation>
    </message>
    <message>
        <source>%1 is a machine of type %2, but the engine is built for %3. Use a host of that type, or build Lockstep for %2.</source>
        <translation>%1 的机器类型为 %2，而引擎是为 %3 构建的。请使用该类型的主机，或为 %2 构建 Lockstep。</translation>
    </message>
    <message>
        <source>%1 is damaged: %2</source>
        <translation>%1 已损坏：%2</translation>
    </message>
    <message>
        <source>%1 is damaged: its SHA-256 is not the one in the manifest.</source>
        <translation>%1 已损坏：其 SHA-256 与清单中的不一致。</translation>
    </message>
    <message>
        <source>%1 is known by a certificate authority only (%2), and host certificates are not supported. Add the host&apos;s own key (%3) to known_hosts after checking it.</source>
        <translation>%1 仅通过证书颁发机构为人所知（%2），而本程序不支持主机证书。请核对后将该主机自己的密钥（%3）加入 known_hosts。</translation>
    </message>
    <message>
        <source>%1 is neither a command nor a file. lockstep --help lists the commands.</source>
        <translation>%1 既不是命令也不是文件。lockstep --help 会列出所有命令。</translation>
    </message>
    <message>
        <source>%1 is no checkpoint folder, so its model must be named: --model NAME.</source>
        <translation>%1 不是检查点文件夹，因此必须指明它的模型：--model 名称。</translation>
    </message>
    <message>
        <source>%1 is no port; expected a number from 1 to 65535.</source>
        <translation>%1 不是端口；应为 1 到 65535 之间的数字。</translation>
    </message>
    <message>
        <source>%1 is not a file of the run.</source>
        <translation>%1 不是该运行的文件。</translation>
    </message>
    <message>
        <source>%1 is not a file. Choose a file that ends in .lockstep.json.</source>
        <translation>%1 不是文件。请选择以 .lockstep.json 结尾的文件。</translation>
    </message>
    <message>
        <source>%1 is not a file.</source>
        <translation>%1 不是文件。</translation>
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
        <translation>%1 需要一个值：%2。</translation>
    </message>
    <message>
        <source>%1 offers no file transfer (SFTP): %2. Install the sftp-server of its SSH server.</source>
        <translation>%1 不提供文件传输（SFTP）：%2。请安装其 SSH 服务器的 sftp-server。</translation>
    </message>
    <message>
        <source>%1 processes of the run cannot be killed; they wait inside the system, as on a broken disk or GPU.</source>
        <translation>该运行有 %1 个进程无法被杀死；它们在系统内部等待，例如磁盘或 GPU 损坏时。</translation>
    </message>
    <message>
        <source>%1 refused the log-in. Tried: %2. Accepted there: %3. Check the user name, load the key into the agent, or name another key file.</source>
        <translation>%1 拒绝登录。已尝试：%2。对方接受：%3。请检查用户名，将密钥载入代理，或指定另一个密钥文件。</translation>
    </message>
    <message>
        <source>%1 refuses to run commands: %2. The account needs a login shell.</source>
        <translation>%1 拒绝执行命令：%2。该账户需要一个登录 shell。</translation>
    </message>
    <message>
        <source>%1 runs are going on here already. Stop one first.</source>
        <translation>此主机上已有 %1 个运行在进行。请先停止一个。</translation>
    </message>
    <message>
        <source>%1 speaks version %2 of the attach conversation, this program version %3. Update the older one.</source>
        <translation>%1 使用 attach 会话的版本 %2，本程序使用版本 %3。请更新较旧的一方。</translation>
    </message>
    <message>
        <source>%1 takes no value.</source>
        <translation>%1 不带值。</translation>
    </message>
    <message>
        <source>%1 was written in version %2 of the format, but this Lockstep reads versions up to %3: please use a newer Lockstep.</source>
        <translation>%1 使用第 %2 版格式，而当前的 Lockstep 最高只能读取第 %3 版：请使用更新的 Lockstep。</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
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
        <source>--launch-stdin brings its own experiment; &quot;%1&quot; is one too many.</source>
        <translation>--launch-stdin 自带实验；多了“%1”。</translation>
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
        <translation>无法理解来自另一监管进程的消息。</translation>
    </message>
    <message>
        <source>A resumed run keeps its experiment. Leave --set out.</source>
        <translation>继续的运行沿用原来的实验，请不要使用 --set。</translation>
    </message>
    <message>
        <source>A resumed run keeps its experiment. Leave EXPERIMENT out.</source>
        <translation>继续的运行沿用原来的实验，请不要写 EXPERIMENT。</translation>
    </message>
    <message>
        <source>A sample has the label %1; this model knows the classes 0 to %2. Check the data set.</source>
        <translation>有一个样本的标签是 %1；此模型只认识类别 0 到 %2。请检查数据集。</translation>
    </message>
    <message>
        <source>Another supervisor owns the run %1 on this host.</source>
        <translation>此主机上已有另一个监管进程负责运行 %1。</translation>
    </message>
    <message>
        <source>Attempt %1 of the run %2 is going on here. Attach to it, or stop it first.</source>
        <translation>运行 %2 的第 %1 次尝试正在此主机上进行。请连接到它，或先停止它。</translation>
    </message>
    <message>
        <source>Cannot %1: %2.</source>
        <translation>无法%1：%2。</translation>
    </message>
    <message>
        <source>Cannot connect to %1: %2. Check that an SSH server answers on this port.</source>
        <translation>无法连接到 %1：%2。请检查该端口上是否有 SSH 服务器应答。</translation>
    </message>
    <message>
        <source>Cannot connect to %1: %2. Check the address and the port, and that the host is on and runs an SSH server.</source>
        <translation>无法连接到 %1：%2。请检查地址和端口，并确认主机已开机且运行着 SSH 服务器。</translation>
    </message>
    <message>
        <source>Cannot create %1: %2.</source>
        <translation>无法创建 %1：%2。</translation>
    </message>
    <message>
        <source>Cannot create the folder %1: %2.</source>
        <translation>无法创建文件夹 %1：%2。</translation>
    </message>
    <message>
        <source>Cannot force %1 to the disk: %2.</source>
        <translation>无法将 %1 强制写入磁盘：%2。</translation>
    </message>
    <message>
        <source>Cannot force the folder %1 to the disk: %2.</source>
        <translation>无法将文件夹 %1 强制写入磁盘：%2。</translation>
    </message>
    <message>
        <source>Cannot list the folder %1: %2.</source>
        <translation>无法列出文件夹 %1：%2。</translation>
    </message>
    <message>
        <source>Cannot listen on %1, port %2: %3. Choose an address of this host (`ip address` lists them).</source>
        <translation>无法在 %1 的端口 %2 上监听：%3。请选择此主机的地址（用 `ip address` 查看）。</translation>
    </message>
    <message>
        <source>Cannot open %1: %2.</source>
        <translation>无法打开 %1：%2。</translation>
    </message>
    <message>
        <source>Cannot open a network socket: %1. Raise the limit of open files (ulimit -n) or end other programs.</source>
        <translation>无法打开网络套接字：%1。请提高打开文件数的上限（ulimit -n）或结束其他程序。</translation>
    </message>
    <message>
        <source>Cannot open or write %1: %2.</source>
        <translation>无法打开或写入 %1：%2。</translation>
    </message>
    <message>
        <source>Cannot open or write %1: permission denied. Make it writable for your user, or choose another folder with LOCKSTEP_HOME.</source>
        <translation>无法打开或写入 %1：权限不足。请使您的用户可以写入，或用 LOCKSTEP_HOME 选择其他文件夹。</translation>
    </message>
    <message>
        <source>Cannot read %1: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>Cannot remove %1: %2.</source>
        <translation>无法删除 %1：%2。</translation>
    </message>
    <message>
        <source>Cannot rename %1: %2.</source>
        <translation>无法重命名 %1：%2。</translation>
    </message>
    <message>
        <source>Cannot save to %1: %2. Choose another place or name.</source>
        <translation>无法保存到 %1：%2。请换一个位置或名称。</translation>
    </message>
    <message>
        <source>Cannot start %1 worker threads: %2. Ask for fewer threads.</source>
        <translation>无法启动 %1 个工作线程：%2。请减少线程数。</translation>
    </message>
    <message>
        <source>Cannot wait for network connections: %1.</source>
        <translation>无法等待网络连接：%1。</translation>
    </message>
    <message>
        <source>Cannot write %1: %2. Choose another place.</source>
        <translation>无法写入 %1：%2。请另选位置。</translation>
    </message>
    <message>
        <source>Cannot write %1: %2.</source>
        <translation>无法写入 %1：%2。</translation>
    </message>
    <message>
        <source>Cannot write %1: the disk (or your share of it) is full. Remove old runs or other files on this host.</source>
        <translation>无法写入 %1：磁盘（或您的配额）已满。请删除此主机上旧的运行或其他文件。</translation>
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
        <source>Host %1 has been silent for 8 seconds: it hangs, or its network is cut.</source>
        <translation>主机 %1 已有 8 秒没有响应：它已挂起，或网络已中断。</translation>
    </message>
    <message>
        <source>Host %1 has no network interface &quot;%2&quot; with an address; it has %3. Choose another one or leave the field empty.</source>
        <translation>主机 %1 没有带地址的网络接口“%2”；它有 %3。请另选一个接口，或将此项留空。</translation>
    </message>
    <message>
        <source>Host %1 has prepared other ranks or servers than the experiment places there. Update the engine on it.</source>
        <translation>主机 %1 准备的 rank 或参数服务器与实验在该处安排的不同。请更新其上的引擎。</translation>
    </message>
    <message>
        <source>Internal error: %1 does not hold (%2:%3). Please report it with the log.</source>
        <translation>内部错误：%1 不成立（%2:%3）。请附上日志报告此问题。</translation>
    </message>
    <message>
        <source>Layer %1 of the model reads a tensor of shape %2; it needs channels, height and width.</source>
        <translation>模型的第 %1 层读入形状为 %2 的张量；它需要通道、高和宽。</translation>
    </message>
    <message>
        <source>Layer %1 of the model: %2 is %3; expected %4 to %5.</source>
        <translation>模型的第 %1 层：%2 为 %3；应为 %4 到 %5。</translation>
    </message>
    <message>
        <source>Line %1, column %2: found %3, which is not JSON there.</source>
        <translation>第 %1 行第 %2 列：出现 %3，此处不是合法的 JSON。</translation>
    </message>
    <message>
        <source>Line %1, column %2: the number %3 is too large.</source>
        <translation>第 %1 行第 %2 列：数 %3 过大。</translation>
    </message>
    <message>
        <source>Line %1, column %2: the text ends too early to be JSON.</source>
        <translation>第 %1 行第 %2 列：文本提前结束，不是完整的 JSON。</translation>
    </message>
    <message>
        <source>No host has a device, so nothing would train; give a host at least one device.</source>
        <translation>没有任何主机选择了设备，无法训练；请至少为一台主机选择一个设备。</translation>
    </message>
    <message>
        <source>No host has a device, so there is no rank to run. Add a device to a host.</source>
        <translation>没有任何主机配置了设备，因此没有可运行的 rank。请为某台主机添加设备。</translation>
    </message>
    <message>
        <source>No run of %1 is called %2. lockstep list shows them.</source>
        <translation>%1 中没有名为 %2 的运行。lockstep list 会列出各次运行。</translation>
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
        <translation>Rank %1 收到结束请求后没有结束，已被强制杀死。</translation>
    </message>
    <message>
        <source>Rank %1 ended the run in collective %4, %3: %5</source>
        <translation>rank %1 在第 %4 次集合通信（%3）中终止了运行：%5</translation>
    </message>
    <message>
        <source>Rank %1 ended with exit code %2.</source>
        <translation>Rank %1 以退出码 %2 结束。</translation>
    </message>
    <message>
        <source>Rank %1 ended with exit code %2: %3</source>
        <translation>Rank %1 以退出码 %2 结束：%3</translation>
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
        <translation>Rank %1 与另一个 rank 失去联系。</translation>
    </message>
    <message>
        <source>Rank %1 sent what cannot be, in collective %4, %3 (noticed by rank %2): %5. Its memory, its network card or something between the hosts damages data.</source>
        <translation>rank %1 在第 %4 次集合通信（%3）中发送了不合法的数据（由 rank %2 发现）：%5。其内存、网卡或主机之间的某个环节损坏了数据。</translation>
    </message>
    <message>
        <source>Rank %1 was killed by signal %2 (%3). If nobody sent it, the system ran out of memory: use a smaller batch or fewer ranks on this host.</source>
        <translation>Rank %1 被信号 %2(%3)杀死。如果没有人发送该信号，则是系统内存耗尽：请减小批量，或减少此主机上的 rank 数。</translation>
    </message>
    <message>
        <source>Rank %1 was killed by signal %2 (%3).</source>
        <translation>Rank %1 被信号 %2(%3)杀死。</translation>
    </message>
    <message>
        <source>Several runs begin with %1: %2. Write more of the id.</source>
        <translation>有多个运行以 %1 开头：%2。请把 id 写得更完整。</translation>
    </message>
    <message>
        <source>Some ranks have not ended long after the others had.</source>
        <translation>其他 rank 早已结束，仍有 rank 没有结束。</translation>
    </message>
    <message>
        <source>Something was thrown that is no error of this program.</source>
        <translation>抛出了一个不属于本程序错误类型的异常。</translation>
    </message>
    <message>
        <source>Start gives rank %1 another address than the one this host has bound.</source>
        <translation>Start 请求给 rank %1 的地址与此主机绑定的地址不同。</translation>
    </message>
    <message>
        <source>Start names %1 ranks and %2 hosts, but the experiment has %3 and %4.</source>
        <translation>Start 请求指明 %1 个 rank 和 %2 台主机，而实验中为 %3 个和 %4 台。</translation>
    </message>
    <message>
        <source>Start names %1 servers, but the strategy of the experiment has none.</source>
        <translation>Start 请求指明了 %1 个参数服务器，而实验的策略不使用参数服务器。</translation>
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
        <translation>已跳过检查点 %1。%2</translation>
    </message>
    <message>
        <source>The checkpoint has a tensor %1, which the model does not know.</source>
        <translation>检查点中的张量 %1 是模型所没有的。</translation>
    </message>
    <message>
        <source>The checkpoint has no tensor %1, which the model needs.</source>
        <translation>检查点中没有模型需要的张量 %1。</translation>
    </message>
    <message>
        <source>The checksum of this line does not match its content.</source>
        <translation>这一行的校验和与内容不符。</translation>
    </message>
    <message>
        <source>The connection to %1 broke: %2. It can be tried again.</source>
        <translation>与 %1 的连接中断：%2。可以重试。</translation>
    </message>
    <message>
        <source>The connection to rank %1 broke in collective %4, %3 (noticed by rank %2): %5. Look at the network between the hosts and at the rank&apos;s log.</source>
        <translation>与 rank %1 的连接在第 %4 次集合通信（%3）中断开（由 rank %2 发现）：%5。请检查主机之间的网络以及该 rank 的日志。</translation>
    </message>
    <message>
        <source>The connection to the supervisor on host %1 broke off: the supervisor was killed or the host went down.</source>
        <translation>与主机 %1 上监管进程的连接已断开：监管进程被杀死，或主机已停机。</translation>
    </message>
    <message>
        <source>The conversation is damaged and cannot go on; connect again.</source>
        <translation>会话数据已损坏，无法继续；请重新连接。</translation>
    </message>
    <message>
        <source>The copy %1 of a host&apos;s file cannot be written: %2. Free some space or repair the folder; it is tried again.</source>
        <translation>无法写入主机文件的本地副本 %1：%2。请腾出空间或修复该文件夹；程序会自动重试。</translation>
    </message>
    <message>
        <source>The data %1 is not on this computer. Correct the path, or copy it there.</source>
        <translation>本机上没有数据 %1。请更正路径，或把数据复制到那里。</translation>
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
        <translation>桌面端发送的内容不是有效的帧：%1</translation>
    </message>
    <message>
        <source>The desktop speaks version %1 of the attach conversation, this engine version %2. Deploy the engine of your version to this host.</source>
        <translation>桌面端使用 attach 会话的版本 %1，而此引擎使用版本 %2。请将与您版本一致的引擎部署到该主机。</translation>
    </message>
    <message>
        <source>The device %1 cannot be used: this build of the engine computes on the CPU only. Give the host the device cpu.</source>
        <translation>无法使用设备 %1：此引擎只在 CPU 上计算。请给该主机选择设备 cpu。</translation>
    </message>
    <message>
        <source>The disk is full: %1. Free some space and start the run again; it can go on from its latest checkpoint.</source>
        <translation>磁盘已满：%1。请腾出空间后重新开始；运行可以从最近的检查点继续。</translation>
    </message>
    <message>
        <source>The engine %1 cannot be started: %2. Build or install it again.</source>
        <translation>无法启动引擎 %1：%2。请重新构建或安装。</translation>
    </message>
    <message>
        <source>The engine %1 has ended the conversation.</source>
        <translation>引擎 %1 结束了会话。</translation>
    </message>
    <message>
        <source>The engine arrived damaged on %1, or it could not be verified there: %2. Try again; check that sha256sum works on the host.</source>
        <translation>引擎传到 %1 时已损坏，或无法在该处校验：%2。请重试，并检查该主机上 sha256sum 是否可用。</translation>
    </message>
    <message>
        <source>The engine for other hosts in %1 is not complete: %2. Build the target &quot;bundle&quot; or install the program again.</source>
        <translation>%1 中供其他主机使用的引擎不完整：%2。请构建目标“bundle”或重新安装本程序。</translation>
    </message>
    <message>
        <source>The engine on %1 did not start: %2 It said: %3</source>
        <translation>%1 上的引擎未能启动：%2 它的输出：%3</translation>
    </message>
    <message>
        <source>The engine on %1 has ended the conversation.</source>
        <translation>%1 上的引擎结束了会话。</translation>
    </message>
    <message>
        <source>The engine on this host speaks version %1 of the conversation, expected version %2; deploy it again.</source>
        <translation>这台主机上的引擎使用第 %1 版会话协议，应为第 %2 版；请重新部署。</translation>
    </message>
    <message>
        <source>The engine was started by %1, and its own file could not be found in the command line.</source>
        <translation>引擎由 %1 启动，但在命令行中找不到引擎自身的文件。</translation>
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
        <translation>实验文档有 %1 字节，但最多只能向主机发送 %2 字节；请缩短备注。</translation>
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
        <translation>与 %1 的文件传输收到了无意义的字节。其 shell 启动文件可能在输出文字：请让它们在没有终端时保持安静。</translation>
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
        <translation>主机 %1 没有地址；请填写主机名或 IP 地址。</translation>
    </message>
    <message>
        <source>The hosts of the run did not find each other: %1</source>
        <translation>参与运行的主机未能互相找到：%1</translation>
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
        <translation>无法读取密钥文件 %1。</translation>
    </message>
    <message>
        <source>The key file %1 was not unlocked.</source>
        <translation>密钥文件 %1 未解锁。</translation>
    </message>
    <message>
        <source>The key of %1 has changed: the host shows %2, known is %3 (%4). Someone may be impersonating the host. Only if its administrator confirms the new key, remove that line and connect again.</source>
        <translation>%1 的密钥已更改：主机出示的是 %2，已知的是 %3(%4)。可能有人在冒充该主机。只有在管理员确认新密钥之后，才可删除那一行并重新连接。</translation>
    </message>
    <message>
        <source>The key of %1 is not known (%2). Connect once by hand to check and accept it.</source>
        <translation>%1 的密钥未知（%2）。请手动连接一次，以核对并接受它。</translation>
    </message>
    <message>
        <source>The key of %1 is revoked (%2, in %3). Someone may be impersonating the host. Do not connect; ask its administrator for a new key.</source>
        <translation>%1 的密钥已被吊销（%2，见 %3）。可能有人在冒充该主机。请勿连接，并向其管理员索取新密钥。</translation>
    </message>
    <message>
        <source>The key of %1 was not accepted (%2).</source>
        <translation>%1 的密钥未被接受（%2）。</translation>
    </message>
    <message>
        <source>The key of the host cannot be kept in %1: %2. Make the file writable, then connect again.</source>
        <translation>无法将主机密钥保存到 %1：%2。请使该文件可写，然后重新连接。</translation>
    </message>
    <message>
        <source>The kind of data of this experiment is unknown to this engine.</source>
        <translation>这个引擎不认识该实验的数据种类。</translation>
    </message>
    <message>
        <source>The last line is not whole.</source>
        <translation>最后一行不完整。</translation>
    </message>
    <message>
        <source>The launch on standard input is longer than %1 bytes.</source>
        <translation>标准输入上的启动信息超过 %1 字节。</translation>
    </message>
    <message>
        <source>The list of files is not that of a checkpoint.</source>
        <translation>文件列表不符合检查点的要求。</translation>
    </message>
    <message>
        <source>The login shell of this host printed more than %1 bytes and no greeting of the engine; make its start-up files silent for commands.</source>
        <translation>这台主机的登录 shell 输出超过 %1 字节，却没有引擎的问候语；请让其启动脚本在执行命令时不输出内容。</translation>
    </message>
    <message>
        <source>The loss of step %1 is %2: the training has diverged. A smaller learning rate than %3 may help; the run goes on, but will hardly learn any more.</source>
        <translation>第 %1 步的损失是 %2：训练已发散。小于 %3 的学习率也许有用；运行会继续，但几乎学不到什么了。</translation>
    </message>
    <message>
        <source>The members of this record are not those of its kind.</source>
        <translation>这条记录的成员与其类型不符。</translation>
    </message>
    <message>
        <source>The memory of this host is used up. Use a smaller batch, fewer ranks on this host or a smaller model.</source>
        <translation>这台主机的内存已用尽。请减小批量、减少这台主机上的 rank，或换用较小的模型。</translation>
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
        <translation>对方发来了 %1，这不是 attach 会话的帧；请重新连接。</translation>
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
        <source>The replicas are no longer equal: the weights of rank %1 and rank %2 differ, and nothing tells which are right. The memory or processor of one of the hosts may be faulty, or its engine another; go on from a checkpoint with one of them, then with the other.</source>
        <translation>各副本不再相同：rank %1 与 rank %2 的权重不同，无法判断哪一方正确。其中一台主机的内存或处理器可能有故障，或者引擎版本不同；请从检查点继续，先只用其中一方，再只用另一方。</translation>
    </message>
    <message>
        <source>The replicas are no longer equal: the weights of the ranks differ, and no majority of them agrees (%1). The memory or processor of hosts may be faulty, or their engines different ones; go on from a checkpoint with fewer hosts.</source>
        <translation>各副本不再相同：各 rank 的权重互不一致，且没有多数 rank 相同（%1）。可能有主机的内存或处理器出现故障，或者引擎版本不同；请减少主机，从检查点继续。</translation>
    </message>
    <message>
        <source>The request failed on the host: %1</source>
        <translation>主机上的请求失败：%1</translation>
    </message>
    <message>
        <source>The run %1 has no file %2 on this host.</source>
        <translation>运行 %1 在此主机上没有文件 %2。</translation>
    </message>
    <message>
        <source>The run %1 has not ended. Attach to it, or stop it first.</source>
        <translation>运行 %1 尚未结束。请连接到它，或先将其停止。</translation>
    </message>
    <message>
        <source>The run %1 is not going on here: it has ended or was never submitted.</source>
        <translation>运行 %1 当前不在此主机上进行：它已结束，或从未提交。</translation>
    </message>
    <message>
        <source>The run %1 is still going on here. Stop it before removing it.</source>
        <translation>运行 %1 仍在此主机上进行。请先停止，再删除。</translation>
    </message>
    <message>
        <source>The run %1 was removed from this host.</source>
        <translation>运行 %1 已从此主机删除。</translation>
    </message>
    <message>
        <source>The run %1 was started before, or has ended.</source>
        <translation>运行 %1 此前已启动，或已结束。</translation>
    </message>
    <message>
        <source>The run folder %1 holds checkpoints already. Add --resume latest to go on from them, or choose another folder.</source>
        <translation>运行文件夹 %1 里已有检查点。要从它们继续，请加上 --resume latest；否则请另选文件夹。</translation>
    </message>
    <message>
        <source>The run in %1 cannot be opened: %2.</source>
        <translation>无法打开 %1 中的运行：%2。</translation>
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
        <source>What came in the name of the supervisor on host %1 was forged, repeated or damaged on its way: something between the hosts changes what they send. Use a network that you trust.</source>
        <translation>以主机 %1 上监管进程的名义发来的消息是伪造、重放的，或在途中已损坏：主机之间有东西篡改了它们发送的内容。请使用可信的网络。</translation>
    </message>
    <message>
        <source>Collective %4, %3, was broken off: rank %1 was asked to stop.</source>
        <translation>第 %4 次集合通信（%3）已中断：rank %1 收到了停止请求。</translation>
    </message>
    <message>
        <source>In collective %4, %3, ranks wait for one another (%5) and no byte moves any more (noticed by rank %2). None of them is stuck in its own work: look at the network between their hosts.</source>
        <translation>在第 %4 次集合通信（%3）中，各 rank 互相等待（%5），已不再有任何数据传输（由 rank %2 发现）。它们都没有卡在自己的工作中：请检查这些主机之间的网络。</translation>
    </message>
    <message>
        <source>The run was asked to stop.</source>
        <translation>运行收到了停止请求。</translation>
    </message>
    <message>
        <source>The run was never started: no word came within %1 seconds after it had been submitted.</source>
        <translation>运行从未开始：提交后 %1 秒内没有收到任何消息。</translation>
    </message>
    <message>
        <source>The supervisor does not know requests of type %1.</source>
        <translation>监管进程不认识类型为 %1 的请求。</translation>
    </message>
    <message>
        <source>The supervisor expects a Submit frame first.</source>
        <translation>监管进程首先需要一个 Submit 帧。</translation>
    </message>
    <message>
        <source>The supervisor of the run does not answer; it may be stopped or hang on a broken disk.</source>
        <translation>该运行的监管进程没有应答；它可能已被暂停，或卡在损坏的磁盘上。</translation>
    </message>
    <message>
        <source>The supervisor of the run ended before it could answer.</source>
        <translation>该运行的监管进程在应答之前已结束。</translation>
    </message>
    <message>
        <source>The supervisor of this run on %1 ended without a last word, and %2 of its processes cannot be killed.</source>
        <translation>此运行在 %1 上的监管进程没有留下最后消息就结束了，并且有 %2 个进程无法被杀死。</translation>
    </message>
    <message>
        <source>The supervisor of this run on %1 ended without a last word: it was killed, or the host was restarted. Its ranks are ended.</source>
        <translation>此运行在 %1 上的监管进程没有留下最后消息就结束了：它被杀死，或主机已重启。其各 rank 均已结束。</translation>
    </message>
    <message>
        <source>The system gives no random numbers: %1.</source>
        <translation>系统无法提供随机数：%1。</translation>
    </message>
    <message>
        <source>The tensor %1 of the checkpoint has shape %2, but the model needs %3.</source>
        <translation>检查点中张量 %1 的形状为 %2，而模型需要 %3。</translation>
    </message>
    <message>
        <source>The tensor shape %1 has a negative size.</source>
        <translation>张量形状 %1 含有负的尺寸。</translation>
    </message>
    <message>
        <source>The tensor shape %1 has more elements than can be counted (2^62).</source>
        <translation>张量形状 %1 的元素多得无法计数（2^62）。</translation>
    </message>
    <message>
        <source>The text has %1 bytes, expected at most %2.</source>
        <translation>文本有 %1 字节，最多允许 %2 字节。</translation>
    </message>
    <message>
        <source>The text is not JSON.</source>
        <translation>文本不是 JSON。</translation>
    </message>
    <message>
        <source>The training set has %1 images, too few for %2 ranks. Use fewer devices or more data.</source>
        <translation>训练集只有 %1 张图像，对 %2 个 rank 来说太少。请减少设备或增加数据。</translation>
    </message>
    <message>
        <source>The work with %1 was cancelled.</source>
        <translation>与 %1 的操作已取消。</translation>
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
        <translation>没有名为“%1”的模型。可用的模型有：%2。</translation>
    </message>
    <message>
        <source>There is no run in %1 yet.</source>
        <translation>%1 中还没有运行。</translation>
    </message>
    <message>
        <source>There is no such key; %1 is a single value.</source>
        <translation>没有这个键；%1 是单个值。</translation>
    </message>
    <message>
        <source>There is no such key; the keys here are: %1.</source>
        <translation>没有这个键；此处可用的键有：%1。</translation>
    </message>
    <message>
        <source>There is no such place in the list, which has %1; the next free place has the same number.</source>
        <translation>列表中没有这个位置，列表共有 %1 项；下一个空位的编号与之相同。</translation>
    </message>
    <message>
        <source>There is not enough memory for the model: it needs %1 MiB at this batch size. Choose a smaller batch.</source>
        <translation>内存不足以容纳模型：以此批量需要 %1 MiB。请选择较小的批量。</translation>
    </message>
    <message>
        <source>These data have no set &quot;%1&quot;; --set takes training, validation or, where there is one, evaluation.</source>
        <translation>这份数据没有“%1”集；--set 可取 training、validation，或在有的情况下取 evaluation。</translation>
    </message>
    <message>
        <source>This controller already has a run.</source>
        <translation>该控制器已经有一个运行。</translation>
    </message>
    <message>
        <source>This engine does not know requests of type %1. Deploy the engine of your version to this host.</source>
        <translation>此引擎不认识类型为 %1 的请求。请将与您版本一致的引擎部署到该主机。</translation>
    </message>
    <message>
        <source>This experiment was written in version %1 of the format, but this Lockstep reads versions up to %2: please use a newer Lockstep.</source>
        <translation>这个实验使用第 %1 版格式，而当前的 Lockstep 最高只能读取第 %2 版：请使用更新的 Lockstep。</translation>
    </message>
    <message>
        <source>This host has no network interface %1 with an address; it has %2.</source>
        <translation>此主机没有带地址的网络接口 %1；现有接口：%2。</translation>
    </message>
    <message>
        <source>This host keeps %1 runs already. Remove old ones first.</source>
        <translation>此主机已保存 %1 个运行。请先删除旧的运行。</translation>
    </message>
    <message>
        <source>This host knows no run %1.</source>
        <translation>此主机没有名为 %1 的运行。</translation>
    </message>
    <message>
        <source>This journal was written in a newer version of the format: please use a newer Lockstep.</source>
        <translation>这个日志使用了更新版本的格式：请使用更新的 Lockstep。</translation>
    </message>
    <message>
        <source>This line is longer than a record may be.</source>
        <translation>这一行超出了记录的最大长度。</translation>
    </message>
    <message>
        <source>This line is not a record with a checksum.</source>
        <translation>这一行不是带校验和的记录。</translation>
    </message>
    <message>
        <source>This supervisor owns the run %1, not %2.</source>
        <translation>此监管进程负责运行 %1，而不是 %2。</translation>
    </message>
    <message>
        <source>This user has no home folder. Set LOCKSTEP_HOME to a folder where runs can be kept.</source>
        <translation>此用户没有主目录。请将 LOCKSTEP_HOME 设为可以保存运行的文件夹。</translation>
    </message>
    <message>
        <source>Too many files at the same time, or a request number that is in use.</source>
        <translation>同时传输的文件过多，或请求编号已被占用。</translation>
    </message>
    <message>
        <source>Too many watches, or a request number that is in use.</source>
        <translation>监视的运行过多，或请求编号已被占用。</translation>
    </message>
    <message>
        <source>Two layers of the model %1 are named &quot;%2&quot;; names must be unique and not empty.</source>
        <translation>模型 %1 有两层都名为“%2”；名称必须唯一且不为空。</translation>
    </message>
    <message>
        <source>Unknown option %1. lockstep %2 --help lists those of this command.</source>
        <translation>未知选项 %1。lockstep %2 --help 会列出该命令的选项。</translation>
    </message>
    <message>
        <source>Where should the picture go? Write lockstep %1.</source>
        <translation>图片写到哪里？请写成 lockstep %1。</translation>
    </message>
    <message>
        <source>Which experiment? Write lockstep %1.</source>
        <translation>哪一个实验？请写成 lockstep %1。</translation>
    </message>
    <message>
        <source>Which run? Write lockstep %1; lockstep list shows the runs.</source>
        <translation>哪一次运行？请写成 lockstep %1；lockstep list 会列出各次运行。</translation>
    </message>
    <message>
        <source>It has no address yet; enter a host name or an IP address.</source>
        <translation>还没有地址；请填写主机名或 IP 地址。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no host name or address. Use letters, digits, &apos;.&apos;, &apos;-&apos; and &apos;_&apos;, or a numeric address; write an international name in its &quot;xn--&quot; form.</source>
        <translation>“%1”不是主机名或地址。请使用字母、数字、“.”、“-”和“_”，或数字地址；国际化域名请写成“xn--”形式。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no user name: it must not begin with &apos;-&apos; or hold blanks or control characters.</source>
        <translation>“%1”不是用户名：它不能以“-”开头，也不能包含空格或控制字符。</translation>
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
        <translation>列表</translation>
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
        <translation>张量必须有且仅有 dtype、shape 和 data_offsets</translation>
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
        <translation>对象</translation>
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
        <translation>data_offsets 不是有效的字节范围</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>found %1 addresses, expected one for each rank.</source>
        <translation>有 %1 个地址，每个 rank 应有一个。</translation>
    </message>
    <message>
        <source>found %1 at both ends, expected two different hosts or switches.</source>
        <translation>两端都是 %1，应连接两个不同的主机或交换机。</translation>
    </message>
    <message>
        <source>found %1 devices on all hosts, expected at most %2.</source>
        <translation>所有主机共有 %1 个设备，最多允许 %2 个。</translation>
    </message>
    <message>
        <source>found %1, expected 1 to 64 of a-z, 0-9 and hyphen.</source>
        <translation>值为 %1，应为 1 到 64 个 a-z、0-9 或连字符。</translation>
    </message>
    <message>
        <source>found %1, expected a list.</source>
        <translation>值为 %1，应为列表。</translation>
    </message>
    <message>
        <source>found %1, expected a number above %2 and at most %3.</source>
        <translation>值为 %1，应为大于 %2 且不超过 %3 的数。</translation>
    </message>
    <message>
        <source>found %1, expected a number from %2 to %3.</source>
        <translation>值为 %1，应为 %2 到 %3 之间的数。</translation>
    </message>
    <message>
        <source>found %1, expected a number from %2 to below %3.</source>
        <translation>值为 %1，应为不小于 %2 且小于 %3 的数。</translation>
    </message>
    <message>
        <source>found %1, expected a numeric IPv4 or IPv6 address.</source>
        <translation>值为 %1，应为数字形式的 IPv4 或 IPv6 地址。</translation>
    </message>
    <message>
        <source>found %1, expected a relative path without &quot;..&quot;.</source>
        <translation>值为 %1，应为不含 &quot;..&quot; 的相对路径。</translation>
    </message>
    <message>
        <source>found %1, expected a whole number from %2 to %3.</source>
        <translation>值为 %1，应为 %2 到 %3 之间的整数。</translation>
    </message>
    <message>
        <source>found %1, expected an absolute path.</source>
        <translation>值为 %1，应为绝对路径。</translation>
    </message>
    <message>
        <source>found %1, expected an object.</source>
        <translation>值为 %1，应为对象。</translation>
    </message>
    <message>
        <source>found %1, expected one of: %2.</source>
        <translation>值为 %1，应为以下之一：%2。</translation>
    </message>
    <message>
        <source>found %1, expected text that does not begin with a hyphen.</source>
        <translation>值为 %1，文本不能以连字符开头。</translation>
    </message>
    <message>
        <source>found %1, expected text.</source>
        <translation>值为 %1，应为文本。</translation>
    </message>
    <message>
        <source>found %1, expected the device cpu, or cuda:0 to cuda:63.</source>
        <translation>值为 %1，应为设备 cpu，或 cuda:0 到 cuda:63。</translation>
    </message>
    <message>
        <source>found %1, expected the id of a host or switch.</source>
        <translation>值为 %1，应为某台主机或交换机的 id。</translation>
    </message>
    <message>
        <source>found %1, which another host or switch has already; expected an id of its own.</source>
        <translation>值为 %1，已被另一台主机或交换机使用；每个节点的 id 必须唯一。</translation>
    </message>
    <message>
        <source>found %1, which does not fit the sizes.</source>
        <translation>值为 %1，与规模不符。</translation>
    </message>
    <message>
        <source>found %1, which is not below the world size.</source>
        <translation>值为 %1，必须小于总进程数（world size）。</translation>
    </message>
    <message>
        <source>found %1, which is not below the number of servers.</source>
        <translation>值为 %1，必须小于参数服务器的数量。</translation>
    </message>
    <message>
        <source>found a NUL character in %1, expected text without.</source>
        <translation>%1 中含有 NUL 字符，文本中不允许出现。</translation>
    </message>
    <message>
        <source>found a blank in %1, expected text without.</source>
        <translation>%1 中含有空格，文本中不允许出现。</translation>
    </message>
    <message>
        <source>found a control character in %1, expected one line of text.</source>
        <translation>%1 中含有控制字符，应为单行文本。</translation>
    </message>
    <message>
        <source>found a list of %1, expected at most %2.</source>
        <translation>列表有 %1 项，最多允许 %2 项。</translation>
    </message>
    <message>
        <source>found a piece of a file of %1 bytes, expected at least %2.</source>
        <translation>收到的文件片段为 %1 字节，至少应有 %2 字节。</translation>
    </message>
    <message>
        <source>found empty text, expected at least one character.</source>
        <translation>文本为空，至少应有一个字符。</translation>
    </message>
    <message>
        <source>found more than %1 objects and lists within each other, expected fewer.</source>
        <translation>对象和列表的嵌套超过 %1 层，请减少层数。</translation>
    </message>
    <message>
        <source>found more than %1 values, expected fewer.</source>
        <translation>值的数量超过 %1 个，请减少。</translation>
    </message>
    <message>
        <source>found nothing, expected an id or a name.</source>
        <translation>未填写，应有 id 或名称。</translation>
    </message>
    <message>
        <source>found nothing, expected the folder that holds the four MNIST files.</source>
        <translation>未填写，应为存放四个 MNIST 文件的文件夹。</translation>
    </message>
    <message>
        <source>found nothing, expected the path of the .json.gz file.</source>
        <translation>未填写，应为 .json.gz 文件的路径。</translation>
    </message>
    <message>
        <source>found nothing, expected this member.</source>
        <translation>缺少这个成员。</translation>
    </message>
    <message>
        <source>found text of %1 bytes, expected 64 hexadecimal digits.</source>
        <translation>文本长 %1 字节，应为 64 个十六进制数字。</translation>
    </message>
    <message>
        <source>found text of %1 bytes, expected at most %2.</source>
        <translation>文本长 %1 字节，最多允许 %2 字节。</translation>
    </message>
    <message>
        <source>found this key twice, expected it once.</source>
        <translation>这个键出现了两次，只能出现一次。</translation>
    </message>
    <message>
        <source>global batch, in the middle of an epoch,</source>
        <translation>（在轮次中途的）全局批量</translation>
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
        <translation>它立即退出了。</translation>
    </message>
    <message>
        <source>it has not answered for 30 seconds.</source>
        <translation>30 秒内没有应答。</translation>
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
        <translation>lockstep-engine supervise 由 lockstep-engine attach 启动，并从标准输入得到一个运行。</translation>
    </message>
    <message>
        <source>lockstep-engine train needs an experiment and --run-folder DIR, or --launch-stdin.</source>
        <translation>lockstep-engine train 需要一个实验和 --run-folder 文件夹，或者 --launch-stdin。</translation>
    </message>
    <message>
        <source>metadata must be texts by name</source>
        <translation>元数据必须是以名称为键的文本</translation>
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
        <translation>空值</translation>
    </message>
    <message>
        <source>oneDNN, the library that computes on the CPU, reports: %1 (status %2).</source>
        <translation>在 CPU 上计算的库 oneDNN 报告：%1（状态 %2）。</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>the file is too short to be safetensors</source>
        <translation>文件太短，不是 safetensors</translation>
    </message>
    <message>
        <source>the header is longer than the file or than a header may be</source>
        <translation>文件头超过了文件长度或允许的最大长度</translation>
    </message>
    <message>
        <source>the header is not a JSON object without duplicate keys</source>
        <translation>文件头不是没有重复键的 JSON 对象</translation>
    </message>
    <message>
        <source>the range of bytes does not fit the shape</source>
        <translation>字节范围与形状不符</translation>
    </message>
    <message>
        <source>the shape is not a list of sizes</source>
        <translation>shape 不是尺寸列表</translation>
    </message>
    <message>
        <source>the tensors overlap, leave a hole or pass the end</source>
        <translation>张量之间重叠、有空洞或超出文件末尾</translation>
    </message>
    <message>
        <source>there are bytes that belong to no tensor</source>
        <translation>存在不属于任何张量的字节</translation>
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
    <message>
        <source>Cannot start %1 as a rank: %2.</source>
        <translation>无法将 %1 作为 rank 启动：%2。</translation>
    </message>
    <message>
        <source>The run %1 has had attempt %2 here; the next one must have a higher number, but %3 was asked for.</source>
        <translation>运行 %1 在此主机上已有第 %2 次尝试，不能再提交第 %3 次；新的尝试编号必须更大。</translation>
    </message>
    <message>
        <source>create a pipe</source>
        <translation>创建管道</translation>
    </message>
    <message>
        <source>detach from the process that asked</source>
        <translation>与发起请求的进程脱离</translation>
    </message>
    <message>
        <source>found more than %1 devices, expected at most that many.</source>
        <translation>设备超过 %1 个，最多允许这么多。</translation>
    </message>
    <message>
        <source>open a socket</source>
        <translation>打开套接字</translation>
    </message>
    <message>
        <source>read signals</source>
        <translation>读取信号</translation>
    </message>
    <message>
        <source>read standard input</source>
        <translation>读取标准输入</translation>
    </message>
    <message>
        <source>set a descriptor to non-blocking</source>
        <translation>将描述符设为非阻塞</translation>
    </message>
    <message>
        <source>start a process that asks for GPUs</source>
        <translation>启动查询 GPU 的进程</translation>
    </message>
    <message>
        <source>start a rank</source>
        <translation>启动 rank</translation>
    </message>
    <message>
        <source>start a supervisor</source>
        <translation>启动监管进程</translation>
    </message>
    <message>
        <source>a line of its manifest cannot be read</source>
        <translation>清单文件中有一行无法读取</translation>
    </message>
    <message>
        <source>another program holds its lock</source>
        <translation>另一个程序正持有它的锁</translation>
    </message>
    <message>
        <source>closed by the host</source>
        <translation>被主机关闭</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>it ends before the key</source>
        <translation>在密钥之前就结束了</translation>
    </message>
    <message>
        <source>it has become shorter</source>
        <translation>它变短了</translation>
    </message>
    <message>
        <source>it has no engine</source>
        <translation>缺少引擎</translation>
    </message>
    <message>
        <source>it has no loader</source>
        <translation>缺少加载器</translation>
    </message>
    <message>
        <source>it holds a zero byte</source>
        <translation>其中含有零字节</translation>
    </message>
    <message>
        <source>it is read-only</source>
        <translation>它是只读的</translation>
    </message>
    <message>
        <source>it was written by a newer version of this program</source>
        <translation>它由本程序的更新版本写成</translation>
    </message>
    <message>
        <source>its folder cannot be made</source>
        <translation>无法创建其所在文件夹</translation>
    </message>
    <message>
        <source>its host name cannot be read</source>
        <translation>其中的主机名无法读取</translation>
    </message>
    <message>
        <source>its key cannot be decoded</source>
        <translation>其中的密钥无法解码</translation>
    </message>
    <message>
        <source>its manifest is larger than 1 MiB</source>
        <translation>清单文件大于 1 MiB</translation>
    </message>
    <message>
        <source>larger than 64 MiB</source>
        <translation>大于 64 MiB</translation>
    </message>
    <message>
        <source>no folder can be made in it</source>
        <translation>无法在其中创建文件夹</translation>
    </message>
    <message>
        <source>run.json is damaged</source>
        <translation>run.json 已损坏</translation>
    </message>
    <message>
        <source>sha256sum said nothing</source>
        <translation>sha256sum 没有输出</translation>
    </message>
    <message>
        <source>the file is too large</source>
        <translation>文件过大</translation>
    </message>
    <message>
        <source>the folder cannot be made</source>
        <translation>无法创建该文件夹</translation>
    </message>
    <message>
        <source>the name service does not answer</source>
        <translation>域名服务没有应答</translation>
    </message>
    <message>
        <source>unknown marker</source>
        <translation>未知的标记</translation>
    </message>
    <message>
        <source>%1 and %2 are both this computer. Put all its devices on one card.</source>
        <translation>%1 和 %2 都是本机。请把它的所有设备放在一张卡片上。</translation>
    </message>
    <message>
        <source>%1 and %2 have the same address and port, %3 port %4, so they are one machine. Correct the address of one of them, or put all devices on one card.</source>
        <translation>%1 和 %2 的地址和端口相同（%3，端口 %4），其实是同一台机器。请改正其中一个的地址，或把所有设备放在一张卡片上。</translation>
    </message>
    <message>
        <source>The model %1 cannot be built for these data: %2</source>
        <translation>%1 无法用于这些数据：%2</translation>
    </message>
    <message>
        <source>%1 could not be downloaded.%2 Try again later (it goes on where it ended), name another address with --mirror, or copy the file here yourself.</source>
        <translation>无法下载 %1。%2 请稍后重试（会从中断处继续），用 --mirror 指定其他地址，或自行把文件复制到这里。</translation>
    </message>
    <message>
        <source>%1 has %2 bytes; a file of CIFAR-10&apos;s binary version has a multiple of %3 (a label and a picture of 32 x 32 each). Copy or download it again.</source>
        <translation>%1 有 %2 字节；CIFAR-10 二进制版文件的大小应为 %3 的整数倍（每条为一个标签和一张 32 x 32 的图片）。请重新复制或下载。</translation>
    </message>
    <message>
        <source>%1 has a version of PyTorch&apos;s old layout that is not known; expected 1001.</source>
        <translation>%1 采用 PyTorch 旧格式的未知版本；应为 1001。</translation>
    </message>
    <message>
        <source>%1 has more than %2 folders below each other; is there a link that leads in a circle?</source>
        <translation>%1 下的文件夹嵌套超过 %2 层；是否有链接形成了循环？</translation>
    </message>
    <message>
        <source>%1 holds no tensors by name, neither at the top nor under a usual key (&quot;state_dict&quot;, &quot;model&quot;, ...). It is made by torch.save(model.state_dict(), FILE).</source>
        <translation>%1 中没有带名称的张量，顶层没有，常用的键（&quot;state_dict&quot;、&quot;model&quot; 等）下也没有。此类文件由 torch.save(model.state_dict(), FILE) 生成。</translation>
    </message>
    <message>
        <source>%1 holds no weights that can be read: it is neither a checkpoint folder of Lockstep nor a safetensors file nor one of PyTorch&apos;s torch.save.</source>
        <translation>%1 中没有可读取的权重：它既不是 Lockstep 的检查点文件夹，也不是 safetensors 文件，也不是 PyTorch 的 torch.save 写出的文件。</translation>
    </message>
    <message>
        <source>%1 is &quot;%2&quot;; expected %3.</source>
        <translation>%1 的值是“%2”，应为 %3。</translation>
    </message>
    <message>
        <source>%1 is a TorchScript program. Its weights alone can be read: save them in PyTorch by torch.save(torch.jit.load(FILE).state_dict(), &quot;weights.pth&quot;).</source>
        <translation>%1 是 TorchScript 程序。这里只能读取权重：请在 PyTorch 中用 torch.save(torch.jit.load(FILE).state_dict(), &quot;weights.pth&quot;) 保存权重。</translation>
    </message>
    <message>
        <source>%1 is a damaged zip archive: its directory is cut off or contradicts itself. Was the file copied whole?</source>
        <translation>%1 是已损坏的 zip 归档：其目录被截断或自相矛盾。文件是否复制完整？</translation>
    </message>
    <message>
        <source>%1 is a file, but a folder is expected.</source>
        <translation>%1 是文件，但这里需要文件夹。</translation>
    </message>
    <message>
        <source>%1 is a pickle, but not one of torch.save.</source>
        <translation>%1 是 pickle 文件，但不是 torch.save 写出的。</translation>
    </message>
    <message>
        <source>%1 is a tar archive. If PyTorch before 0.1.10 wrote it, load and save it there once with a newer PyTorch; if it is a packed folder, unpack it.</source>
        <translation>%1 是 tar 归档。如果它由 0.1.10 之前的 PyTorch 写出，请用较新的 PyTorch 载入并重新保存一次；如果是打包的文件夹，请先解包。</translation>
    </message>
    <message>
        <source>%1 is a zip archive, but not one of PyTorch&apos;s: it has %2 entries .../%3 instead of one.</source>
        <translation>%1 是 zip 归档，但不是 PyTorch 的文件：它有 %2 个 .../%3 条目，应当只有一个。</translation>
    </message>
    <message>
        <source>%1 is damaged: its storages are cut off or contradict the tensors. Was the file copied whole?</source>
        <translation>%1 已损坏：其存储区被截断或与张量矛盾。文件是否复制完整？</translation>
    </message>
    <message>
        <source>%1 is damaged: the CRC-32 of the entry %2 is not the one in the directory.</source>
        <translation>%1 已损坏：条目 %2 的 CRC-32 与目录中的不符。</translation>
    </message>
    <message>
        <source>%1 is named twice on %2; a GPU can be one rank.</source>
        <translation>%1 在 %2 上出现了两次；一个 GPU 只能是一个 rank。</translation>
    </message>
    <message>
        <source>%1 is no regular file of at most %2 bytes; an image was expected.</source>
        <translation>%1 不是至多 %2 字节的普通文件；此处应为图像。</translation>
    </message>
    <message>
        <source>%1 of the %2 images are damaged, more than the limit of %3 % (data.damaged_limit). Replace them or raise the limit. %4</source>
        <translation>%2 张图像中有 %1 张损坏，超过了 %3 % 的上限（data.damaged_limit）。请替换它们或提高上限。%4</translation>
    </message>
    <message>
        <source>%1 ranks with a batch of %2 take %3 samples in one step, but an epoch has only %4: they cannot be divided among all ranks. Choose a smaller batch.</source>
        <translation>%1 个 rank、每个批量 %2，一步要用 %3 个样本，而一轮只有 %4 个：不够分给所有 rank。请减小批量。</translation>
    </message>
    <message>
        <source>%1 wants to call %2. It was not called: only tensors are read from such files, and nothing is executed. If you trust the file, save its weights alone from PyTorch: torch.save(model.state_dict(), &quot;weights.pth&quot;).</source>
        <translation>%1 想要调用 %2。它没有被调用：此类文件只读取张量，不执行任何代码。如果您信任该文件，请在 PyTorch 中只保存其权重：torch.save(model.state_dict(), &quot;weights.pth&quot;)。</translation>
    </message>
    <message>
        <source>%1 wants to make an object (pickle operation %2); only tensors are read, and nothing is executed.</source>
        <translation>%1 想要创建一个对象（pickle 操作 %2）；这里只读取张量，不执行任何代码。</translation>
    </message>
    <message>
        <source>%1 wants to set the state of an object (pickle operation BUILD); only tensors are read, and nothing is executed.</source>
        <translation>%1 想要设置一个对象的状态（pickle 操作 BUILD）；这里只读取张量，不执行任何代码。</translation>
    </message>
    <message>
        <source>The model %1 was made for images of %2 pixels, and these data have %3: it sees little and works much. Choose a network for small images.</source>
        <translation>%1 是为 %2 像素的图像设计的，而这些数据只有 %3 像素：看到的少，算得却多。请选用适合小图像的网络。</translation>
    </message>
    <message>
        <source>The model %1 was made for images of %2 pixels; with %3 it sees little. Choose a size nearer to %2, or a smaller network.</source>
        <translation>%1 是为 %2 像素的图像设计的；用 %3 像素看到的很少。请选接近 %2 的尺寸，或更小的网络。</translation>
    </message>
    <message>
        <source>%1 was written on a big-endian computer; only little-endian files are read.</source>
        <translation>%1 是在大端序计算机上写出的；只能读取小端序文件。</translation>
    </message>
    <message>
        <source>%1, %2: %3.</source>
        <translation>%1，%2：%3。</translation>
    </message>
    <message>
        <source>%1: a tensor&apos;s storage is not described as PyTorch does it (type, key, device, number of elements).</source>
        <translation>%1：某个张量的存储区描述不符合 PyTorch 的格式（类型、键、设备、元素个数）。</translation>
    </message>
    <message>
        <source>%1: a text in its pickle is not UTF-8.</source>
        <translation>%1：其 pickle 中有文本不是 UTF-8。</translation>
    </message>
    <message>
        <source>%1: byte %2 of its pickle is the operation %3, which no file of tensors needs.</source>
        <translation>%1：其 pickle 的第 %2 字节是操作 %3，张量文件用不到它。</translation>
    </message>
    <message>
        <source>%1: entries of the zip archive overlap.</source>
        <translation>%1：zip 归档中的条目相互重叠。</translation>
    </message>
    <message>
        <source>%1: its pickle has more than %2 operations, far more than tensors need.</source>
        <translation>%1：其 pickle 的操作超过 %2 个，远多于张量所需。</translation>
    </message>
    <message>
        <source>%1: its pickle has protocol %2; those from 2 to 5 are read.</source>
        <translation>%1：其 pickle 的协议版本为 %2；可读取的版本为 2 到 5。</translation>
    </message>
    <message>
        <source>%1: its pickle is damaged near byte %2. Was the file copied whole?</source>
        <translation>%1：其 pickle 在第 %2 字节附近已损坏。文件是否复制完整？</translation>
    </message>
    <message>
        <source>%1: the entry %2 is compressed; PyTorch stores tensors as they are. If somebody packed the file again, unpack that first.</source>
        <translation>%1：条目 %2 被压缩过；PyTorch 按原样存储张量。如果有人重新打包过该文件，请先解包。</translation>
    </message>
    <message>
        <source>%1: the entry %2 is encrypted; PyTorch writes none such.</source>
        <translation>%1：条目 %2 已加密；PyTorch 不会写出这样的条目。</translation>
    </message>
    <message>
        <source>%1: the name %2 of a tensor holds control characters.</source>
        <translation>%1：张量名称 %2 含有控制字符。</translation>
    </message>
    <message>
        <source>%1: the zip archive has no entry %2.</source>
        <translation>%1：zip 归档中没有条目 %2。</translation>
    </message>
    <message>
        <source>%1: two entries are named %2.</source>
        <translation>%1：有两个条目都名为 %2。</translation>
    </message>
    <message>
        <source>%1: two tensors are named %2.</source>
        <translation>%1：有两个张量都名为 %2。</translation>
    </message>
    <message>
        <source>--mean and --std belong together: give both or neither.</source>
        <translation>--mean 与 --std 须同时使用：要么都给出，要么都不给。</translation>
    </message>
    <message>
        <source>--mirror takes an address that begins with http:// or https://, but was given &quot;%1&quot;.</source>
        <translation>--mirror 需要以 http:// 或 https:// 开头的地址，但给出的是“%1”。</translation>
    </message>
    <message>
        <source>--to names the file to write; it must end in .pth (or .pt) for PyTorch or in .safetensors, but was given &quot;%1&quot;.</source>
        <translation>--to 指定要写出的文件；PyTorch 文件须以 .pth（或 .pt）结尾，否则须以 .safetensors 结尾，而给出的是“%1”。</translation>
    </message>
    <message>
        <source>A damaged image was passed over. %1</source>
        <translation>已跳过一张损坏的图片。%1</translation>
    </message>
    <message>
        <source>A drawing holds at most %1 hosts, switches or networks and %2 links; this would be more.</source>
        <translation>一张画布最多容纳 %1 台主机、交换机或网络和 %2 条链路；这样会超出。</translation>
    </message>
    <message>
        <source>A relative path starts at the document&apos;s folder: save the document first.</source>
        <translation>相对路径从文档所在的文件夹算起：请先保存文档。</translation>
    </message>
    <message>
        <source>Another download is writing %1; wait for its end.</source>
        <translation>另一个下载正在写入 %1；请等它结束。</translation>
    </message>
    <message>
        <source>Another host is called %1 too; messages about them will not tell which one is meant. Rename one of them.</source>
        <translation>还有一台主机也叫 %1，消息里将分不清是哪一台。请给其中一台改名。</translation>
    </message>
    <message>
        <source>Cannot read the saved hosts in %1: %2. Mend or remove the file.</source>
        <translation>无法读取 %1 中保存的主机：%2。请修复或删除该文件。</translation>
    </message>
    <message>
        <source>Cannot save the hosts to %1: %2.</source>
        <translation>无法将主机保存到 %1：%2。</translation>
    </message>
    <message>
        <source>Downloads need the program curl, which cannot be started here (%1). Install the package curl, or download the files elsewhere and copy them.</source>
        <translation>下载需要程序 curl，但此处无法启动它（%1）。请安装软件包 curl，或在别处下载后复制过来。</translation>
    </message>
    <message>
        <source>Image %1 of the data set and the %2 after it are damaged, so nothing can take their place. Copy the data again.</source>
        <translation>数据集的第 %1 张图像及其后 %2 张均已损坏，没有图像可以替代。请重新复制数据。</translation>
    </message>
    <message>
        <source>Layer %1 of the model adds tensors of the shapes %2 and %3; they must be equal.</source>
        <translation>模型的层 %1 要把形状为 %2 和 %3 的张量相加，两者的形状必须相同。</translation>
    </message>
    <message>
        <source>Layer %1 of the model: %2 is %3, which does not divide its %4 channels.</source>
        <translation>模型的层 %1：%2 为 %3，不能整除它的 %4 个通道。</translation>
    </message>
    <message>
        <source>Layer %1 of the model: its %2 is %3; expected a number between 0 and 1.</source>
        <translation>模型的层 %1：%2 为 %3，应为 0 到 1 之间的数。</translation>
    </message>
    <message>
        <source>Layer %1 of the model: its window of %2 is larger than its input of %3 (padding %4). Choose larger samples, or a model for this sample size.</source>
        <translation>模型的层 %1：窗口大小 %2 超过输入 %3（填充 %4）。请使用更大的样本，或换一个适合该样本尺寸的模型。</translation>
    </message>
    <message>
        <source>No device of %1 is chosen, so nothing trains there. Choose a device, or delete the host.</source>
        <translation>%1 没有选设备，那里不会训练。请选一个设备，或删除这台主机。</translation>
    </message>
    <message>
        <source>No drawn link leads from %1 to %2, where rank 0 trains. Draw the missing link, or make sure that the two reach each other.</source>
        <translation>画出的链路没有一条从 %1 通向 rank 0 所在的 %2。请补画链路，或确认两者能互相到达。</translation>
    </message>
    <message>
        <source>No pipe can be made: %1.</source>
        <translation>无法创建管道：%1。</translation>
    </message>
    <message>
        <source>No sample could be read within %1 seconds.</source>
        <translation>%1 秒内没有读到任何样本。</translation>
    </message>
    <message>
        <source>None of the %1 tensors of the file fits the model by name and shape. The file&apos;s begin with %2, the model&apos;s with %3.</source>
        <translation>文件中的 %1 个张量在名称和形状上都与模型不符。文件中第一个是 %2，模型中第一个是 %3。</translation>
    </message>
    <message>
        <source>Other ranks met and named them.</source>
        <translation>这些图像由其他 rank 遇到并列出。</translation>
    </message>
    <message>
        <source>Stopped early, as the experiment says: for %1 epochs, no validation top-1 was above %2 %.</source>
        <translation>按实验设置提前停止：已有 %1 个轮次，验证 top-1 没有超过 %2 %。</translation>
    </message>
    <message>
        <source>The CIFAR-10 folder %1 has %2 but not %3.</source>
        <translation>CIFAR-10 文件夹 %1 中有 %2，但没有 %3。</translation>
    </message>
    <message>
        <source>The CIFAR-10 folder %1 has neither data_batch_1.bin nor test_batch.bin, and no folder cifar-10-batches-bin with them. Give the folder of the binary version (&quot;lockstep-engine data get cifar10 --to FOLDER&quot; fetches it).</source>
        <translation>CIFAR-10 文件夹 %1 中既没有 data_batch_1.bin 也没有 test_batch.bin，也没有包含它们的 cifar-10-batches-bin 文件夹。请指定二进制版所在的文件夹（可用“lockstep-engine data get cifar10 --to FOLDER”下载）。</translation>
    </message>
    <message>
        <source>The archive %1 does not hold %2.</source>
        <translation>归档 %1 中没有 %2。</translation>
    </message>
    <message>
        <source>The archive %1 is damaged near byte %2 of its content: %3.</source>
        <translation>归档 %1 在内容的第 %2 字节附近损坏：%3。</translation>
    </message>
    <message>
        <source>The class %1 is in %2 but not in %3; both need a folder for every class.</source>
        <translation>类别 %1 在 %2 中，但不在 %3 中；两者都需要每个类别的文件夹。</translation>
    </message>
    <message>
        <source>The class folder %1 holds no picture (.jpg, .jpeg or .png). Remove it or fill it.</source>
        <translation>类别文件夹 %1 中没有图片（.jpg、.jpeg 或 .png）。请删除它或放入图片。</translation>
    </message>
    <message>
        <source>The clipboard holds no hosts: expected what Copy puts there, or an experiment as text.</source>
        <translation>剪贴板中没有主机：应为“复制”放入的内容，或实验的文本。</translation>
    </message>
    <message>
        <source>The data in %1 have no %2 set (%3 is not there), which training needs.</source>
        <translation>%1 中的数据没有训练所需的 %2 集（缺少 %3）。</translation>
    </message>
    <message>
        <source>The engine could not be asked what the model costs: %1.</source>
        <translation>无法向引擎询问模型的开销：%1。</translation>
    </message>
    <message>
        <source>The engine&apos;s description of the model cannot be read.</source>
        <translation>无法读懂引擎对模型的描述。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be made: %2.</source>
        <translation>无法创建文件夹 %1：%2。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be put in place: %2.</source>
        <translation>无法将文件夹 %1 放到位：%2。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be read: %2.</source>
        <translation>无法读取文件夹 %1：%2。</translation>
    </message>
    <message>
        <source>The folder %1 has %2 class folders, expected at most %3.</source>
        <translation>文件夹 %1 中有 %2 个类别文件夹，最多应为 %3 个。</translation>
    </message>
    <message>
        <source>The folder %1 has no class folders; expected one folder of pictures for each class.</source>
        <translation>文件夹 %1 中没有类别文件夹；每个类别应有一个图片文件夹。</translation>
    </message>
    <message>
        <source>The folder %1 holds more than %2 pictures.</source>
        <translation>文件夹 %1 中的图片超过 %2 张。</translation>
    </message>
    <message>
        <source>The folder %1 is not there, or is no folder. Image data need one folder train and one folder val, each with a folder of pictures for every class.</source>
        <translation>文件夹 %1 不存在，或不是文件夹。图像数据需要 train 和 val 两个文件夹，其中每个类别各有一个图片文件夹。</translation>
    </message>
    <message>
        <source>The image %1 cannot be read: %2.</source>
        <translation>无法读取图像 %1：%2。</translation>
    </message>
    <message>
        <source>The image %1 is damaged: %2.</source>
        <translation>图像 %1 已损坏：%2。</translation>
    </message>
    <message>
        <source>The layer %1 gives %2 numbers for one worker&apos;s %3 samples; this engine takes at most 2147483647. Choose a smaller batch or smaller images.</source>
        <translation>层 %1 对一个工作线程的 %3 个样本输出 %2 个数，而引擎最多支持 2147483647 个。请减小 batch 或图像尺寸。</translation>
    </message>
    <message>
        <source>The layer %1 of the model %2 is of a kind that this engine cannot compute on the CPU.</source>
        <translation>模型 %2 的层 %1 属于本引擎无法在 CPU 上计算的类型。</translation>
    </message>
    <message>
        <source>The model %1 cannot be trained: its parameter %2 does not act on the loss.</source>
        <translation>模型 %1 无法训练：参数 %2 对损失没有影响。</translation>
    </message>
    <message>
        <source>The rescued copy %1 is damaged.</source>
        <translation>抢救下来的副本 %1 已损坏。</translation>
    </message>
    <message>
        <source>The saved hosts in %1 are damaged: %2 Mend or remove the file.</source>
        <translation>%1 中保存的主机已损坏：%2 请修复或删除该文件。</translation>
    </message>
    <message>
        <source>The text in the clipboard names no host, switch or network.</source>
        <translation>剪贴板中的文本没有列出任何主机、交换机或网络。</translation>
    </message>
    <message>
        <source>The weights %1 are not on this computer. Correct the path, or copy them there.</source>
        <translation>本机上没有权重 %1。请改正路径，或把它复制过来。</translation>
    </message>
    <message>
        <source>There are %1 saved hosts already; remove one first.</source>
        <translation>已保存了 %1 台主机；请先移除一台。</translation>
    </message>
    <message>
        <source>There is no public data set &quot;%1&quot;; known are: %2.</source>
        <translation>没有名为“%1”的公开数据集；已知的有：%2。</translation>
    </message>
    <message>
        <source>This host&apos;s processor has neither AMX nor AVX-512 instructions for bf16. Choose the precision f32.</source>
        <translation>这台主机的处理器既不支持 AMX，也不支持用于 bf16 的 AVX-512 指令。请选择 f32 精度。</translation>
    </message>
    <message>
        <source>Training %1 with a batch of %2 needs about %3 on %4, which has %5. Choose a smaller batch, fewer ranks there, or compute it in pieces (Accumulate).</source>
        <translation>用批量 %2 训练 %1 在 %4 上大约需要 %3 内存，而它只有 %5。请减小批量、减少那里的 rank，或分块计算（累积）。</translation>
    </message>
    <message>
        <source>Weights from %1. %2</source>
        <translation>权重来自 %1。%2</translation>
    </message>
    <message>
        <source>With %1 the set has more than %2 bytes; CIFAR-10 is read into memory, and has less.</source>
        <translation>加上 %1 后数据集超过 %2 字节；CIFAR-10 会整个读入内存，应小于该值。</translation>
    </message>
    <message>
        <source>a batch of %1 cannot be divided into %2 equal pieces, so the last piece is smaller. Choose a batch that is a multiple of %2.</source>
        <translation>%1 的批量不能平分成 %2 块，最后一块会小一些。请选 %2 的倍数。</translation>
    </message>
    <message>
        <source>a header has a wrong checksum</source>
        <translation>有一个文件头的校验和不对</translation>
    </message>
    <message>
        <source>a number is not octal</source>
        <translation>有一个数不是八进制</translation>
    </message>
    <message>
        <source>a warm-up of %1 epochs takes the whole training of %2: the learning rate never reaches its value. Choose a shorter warm-up.</source>
        <translation>%1 轮的预热占满了全部 %2 轮训练：学习率始终达不到设定值。请缩短预热。</translation>
    </message>
    <message>
        <source>curl does not end</source>
        <translation>curl 没有结束</translation>
    </message>
    <message>
        <source>curl failed without saying why</source>
        <translation>curl 失败且未说明原因</translation>
    </message>
    <message>
        <source>expected rising epochs, each one once.</source>
        <translation>应为从小到大排列、互不相同的轮次。</translation>
    </message>
    <message>
        <source>found %1 numbers, expected as many as data.mean has: %2.</source>
        <translation>有 %1 个数，应与 data.mean 的个数相同，即 %2 个。</translation>
    </message>
    <message>
        <source>found %1 numbers, expected one for each of the %2 milestones.</source>
        <translation>有 %1 个数，应与 %2 个 milestone 一一对应。</translation>
    </message>
    <message>
        <source>found %1 numbers, expected one, or one for each of the %2 channels of the images.</source>
        <translation>有 %1 个数，应为一个，或图像的 %2 个通道各一个。</translation>
    </message>
    <message>
        <source>found %1, expected at least the image size, %2.</source>
        <translation>值为 %1，应不小于图像尺寸 %2。</translation>
    </message>
    <message>
        <source>found %1, expected at most the batch, %2.</source>
        <translation>值为 %1，应不大于批量 %2。</translation>
    </message>
    <message>
        <source>found nothing, expected the epochs at which the rate changes.</source>
        <translation>内容为空，应填写学习率变化的轮次。</translation>
    </message>
    <message>
        <source>found nothing, expected the folder that holds data_batch_1.bin to test_batch.bin.</source>
        <translation>内容为空，应填写存放 data_batch_1.bin 至 test_batch.bin 的文件夹。</translation>
    </message>
    <message>
        <source>found nothing, expected the folder that holds train/CLASS/ and val/CLASS/.</source>
        <translation>内容为空，应填写包含 train/类别/ 和 val/类别/ 的文件夹。</translation>
    </message>
    <message>
        <source>it claims %1 x %2 pixels, expected at least one and at most %3 in all</source>
        <translation>它声称有 %1 x %2 像素，总数应至少为一、至多为 %3</translation>
    </message>
    <message>
        <source>it ends inside a block</source>
        <translation>在一个数据块中间结束</translation>
    </message>
    <message>
        <source>it ends inside a file</source>
        <translation>在一个文件中间结束</translation>
    </message>
    <message>
        <source>it has too many entries</source>
        <translation>条目太多</translation>
    </message>
    <message>
        <source>its content is neither JPEG nor PNG</source>
        <translation>内容既不是 JPEG 也不是 PNG</translation>
    </message>
    <message>
        <source>its storage has not as many bytes as its elements need</source>
        <translation>它的存储区字节数与元素个数不符</translation>
    </message>
    <message>
        <source>libjpeg says &quot;%1&quot;</source>
        <translation>libjpeg 报告“%1”</translation>
    </message>
    <message>
        <source>libpng says &quot;%1&quot;</source>
        <translation>libpng 报告“%1”</translation>
    </message>
    <message>
        <source>lockstep-engine data get needs the folder for the files: --to DIR.</source>
        <translation>lockstep-engine data get 需要指定存放文件的文件夹：--to DIR。</translation>
    </message>
    <message>
        <source>nothing came for a minute</source>
        <translation>一分钟内没有收到任何数据</translation>
    </message>
    <message>
        <source>one of its files has another size than it should</source>
        <translation>其中一个文件的大小不对</translation>
    </message>
    <message>
        <source>the answer ends after %1 of %2 bytes</source>
        <translation>应答在 %2 字节中的第 %1 字节处结束</translation>
    </message>
    <message>
        <source>the answer ends inside its headers</source>
        <translation>应答在头部中间结束</translation>
    </message>
    <message>
        <source>the answer has more than 64 KiB of headers</source>
        <translation>应答头超过 64 KiB</translation>
    </message>
    <message>
        <source>the answer is not HTTP</source>
        <translation>应答不是 HTTP</translation>
    </message>
    <message>
        <source>the content has another SHA-256 than %1</source>
        <translation>内容的 SHA-256 与 %1 不符</translation>
    </message>
    <message>
        <source>the dtype is none of F32, F64, F16, BF16, I64, I32, I16, I8, U8, BOOL</source>
        <translation>dtype 不是 F32、F64、F16、BF16、I64、I32、I16、I8、U8、BOOL 之一</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件为空</translation>
    </message>
    <message>
        <source>the learning rate would change at epoch %1, but the training ends after %2. Choose earlier epochs, or train longer.</source>
        <translation>学习率要到第 %1 轮才变，而训练在 %2 轮后就结束了。请选更早的轮次，或训练更久。</translation>
    </message>
    <message>
        <source>the learning rate would change every %1 epochs, but the training has only %2: it never does. Choose fewer epochs between changes.</source>
        <translation>学习率每 %1 轮变一次，而训练只有 %2 轮：它永远不会变。请缩短间隔。</translation>
    </message>
    <message>
        <source>the name of the tensor holds control characters</source>
        <translation>张量名称含有控制字符</translation>
    </message>
    <message>
        <source>the server answers with status %1</source>
        <translation>服务器返回状态 %1</translation>
    </message>
    <message>
        <source>the server answers with too many headers</source>
        <translation>服务器返回的应答头过多</translation>
    </message>
    <message>
        <source>the server has no such part of the file</source>
        <translation>服务器没有文件的这一部分</translation>
    </message>
    <message>
        <source>the server sends more than the %1 bytes of the file</source>
        <translation>服务器发送的内容超过文件的 %1 字节</translation>
    </message>
    <message>
        <source>the tensor is larger than its storage</source>
        <translation>张量超出了它的存储区</translation>
    </message>
    <message>
        <source>the tensor is not described as PyTorch does it</source>
        <translation>张量的描述不符合 PyTorch 的格式</translation>
    </message>
    <message>
        <source>the tensor&apos;s offset, sizes and strides are not numbers that fit together</source>
        <translation>张量的偏移、尺寸和步长不是相互匹配的数字</translation>
    </message>
    <message>
        <source>the tensors would take far more memory than the file has bytes</source>
        <translation>这些张量所需的内存远多于文件的字节数</translation>
    </message>
    <message>
        <source>“%1” is no bandwidth. Write a number above 0 with its unit, such as 1.25 MB/s (bytes) or 10 Mbps (bits).</source>
        <translation>“%1”不是带宽。请写大于 0 的数和单位，例如 1.25 MB/s（字节）或 10 Mbps（比特）。</translation>
    </message>
    <message>
        <source>%1 learns from clips, but a sample of these data is a picture. Choose video clips as data, or a model of pictures.</source>
        <translation>%1 学习的是视频片段，而这些数据的一个样本是图像。请选择视频片段作为数据，或换用处理图像的模型。</translation>
    </message>
    <message>
        <source>%1 learns from pictures, but a sample of these data is a clip of %2 frames. Choose a model of clips, or other data.</source>
        <translation>%1 学习的是图像，而这些数据的一个样本是 %2 帧的视频片段。请选择处理视频片段的模型，或换用其他数据。</translation>
    </message>
    <message>
        <source>%1 names %2 classes, but the labels go up to %3; the classes keep their numbers.</source>
        <translation>%1 列出了 %2 个类别，但标签最大为 %3；类别仍用编号表示。</translation>
    </message>
    <message>
        <source>%1 names more than %2 classes.</source>
        <translation>%1 列出的类别超过 %2 个。</translation>
    </message>
    <message>
        <source>%1 of the %2 names in the test list %3 are not in %4, such as %5.</source>
        <translation>测试列表 %3 的 %2 个名称中有 %1 个不在 %4 中，例如 %5。</translation>
    </message>
    <message>
        <source>%1, line %2: found %3 frames, expected a whole number from 1 to %4.</source>
        <translation>%1 第 %2 行：帧数为 %3，应为 1 到 %4 的整数。</translation>
    </message>
    <message>
        <source>%1, line %2: found %3, expected four words: name, folder, frames and label.</source>
        <translation>%1 第 %2 行：内容为 %3，应为四项：名称、文件夹、帧数和标签。</translation>
    </message>
    <message>
        <source>%1, line %2: found control characters in %3, expected text.</source>
        <translation>%1 第 %2 行：%3 中含有控制字符，应为文本。</translation>
    </message>
    <message>
        <source>%1, line %2: found no {:s} (optical flow) in the folder %3, but the lines before it have it; a list is of one kind.</source>
        <translation>%1 第 %2 行：文件夹 %3 中没有 {:s}（光流），而前面各行有；一个列表只能是一种。</translation>
    </message>
    <message>
        <source>%1, line %2: found the label %3, expected a whole number from 0 to %4.</source>
        <translation>%1 第 %2 行：标签为 %3，应为 0 到 %4 的整数。</translation>
    </message>
    <message>
        <source>%1, line %2: found {:s} (optical flow) in the folder %3, but the lines before it have none; a list is of one kind.</source>
        <translation>%1 第 %2 行：文件夹 %3 中有 {:s}（光流），而前面各行没有；一个列表只能是一种。</translation>
    </message>
    <message>
        <source>%1, line %2: it is longer than %3 bytes; is this a list?</source>
        <translation>%1 第 %2 行：长度超过 %3 字节；这真的是列表吗？</translation>
    </message>
    <message>
        <source>Layer %1 of the model joins tensors of the shapes %2 and %3; only their channels may differ.</source>
        <translation>模型的层 %1 要拼接形状为 %2 和 %3 的张量，两者只有通道数可以不同。</translation>
    </message>
    <message>
        <source>Layer %1 of the model reads a tensor of shape %2; it needs channels, frames, height and width.</source>
        <translation>模型的层 %1 读入形状为 %2 的张量；它需要通道、帧、高和宽。</translation>
    </message>
    <message>
        <source>None of the %1 names in the test list %2, such as %3, is that of a clip in %4, such as %5.</source>
        <translation>测试列表 %2 的 %1 个名称（例如 %3）都不是 %4 中的视频片段（例如 %5）。</translation>
    </message>
    <message>
        <source>None of the first %1 folders of frames that %2 names is on this host, such as %3. Correct the folders in the list; relative ones start at the list&apos;s own.</source>
        <translation>%2 列出的前 %1 个帧文件夹在此主机上一个也没有，例如 %3。请改正列表中的文件夹；相对路径从列表所在的文件夹算起。</translation>
    </message>
    <message>
        <source>The answer of %1 about its data makes no sense.</source>
        <translation>%1 关于其数据的回答无法理解。</translation>
    </message>
    <message>
        <source>The clip %1 has %2 frames in its list but %3 in its folder; the first %4 are used.</source>
        <translation>视频片段 %1 在列表中有 %2 帧，文件夹中却有 %3 帧；使用前 %4 帧。</translation>
    </message>
    <message>
        <source>The clip %1 has no folder of frames: %2 is not there.</source>
        <translation>视频片段 %1 没有帧文件夹：%2 不存在。</translation>
    </message>
    <message>
        <source>The engine broke down while it previewed the data.</source>
        <translation>引擎在查看数据时崩溃。</translation>
    </message>
    <message>
        <source>The engine could not be asked about the data: %1.</source>
        <translation>无法向引擎询问数据：%1。</translation>
    </message>
    <message>
        <source>The folder %2 of the clip %1 cannot be read: %3.</source>
        <translation>无法读取视频片段 %1 的文件夹 %2：%3。</translation>
    </message>
    <message>
        <source>The folder %2 of the clip %1 holds more than %3 frames.</source>
        <translation>视频片段 %1 的文件夹 %2 中超过 %3 帧。</translation>
    </message>
    <message>
        <source>The folder %2 of the clip %1 holds no picture (.jpg, .jpeg or .png).</source>
        <translation>视频片段 %1 的文件夹 %2 中没有图片（.jpg、.jpeg 或 .png）。</translation>
    </message>
    <message>
        <source>The frame %1 of the clip %2 has other proportions than the frames before it; all frames of a clip need one size.</source>
        <translation>视频片段 %2 的帧 %1 与前面各帧的比例不同；一个片段的所有帧尺寸必须相同。</translation>
    </message>
    <message>
        <source>The list %1 has more than %2 bytes.</source>
        <translation>列表 %1 超过 %2 字节。</translation>
    </message>
    <message>
        <source>The list %1 has more than %2 clips.</source>
        <translation>列表 %1 的视频片段超过 %2 个。</translation>
    </message>
    <message>
        <source>The list %1 names no clip; expected lines with name, folder, frames and label.</source>
        <translation>列表 %1 中没有任何视频片段；每行应有名称、文件夹、帧数和标签。</translation>
    </message>
    <message>
        <source>The preview of the data took too long and was ended.</source>
        <translation>查看数据用时过长，已被终止。</translation>
    </message>
    <message>
        <source>The model %1 learns clips of video (channels x frames x height x width), but the samples have the shape %2. Choose data of clips, or a model of pictures: %3.</source>
        <translation>模型 %1 学习的是视频片段（通道 x 帧 x 高 x 宽），但样本的形状是 %2。请选择视频片段数据，或改用图像模型：%3。</translation>
    </message>
    <message>
        <source>The model %1 learns pictures, but the samples are clips of video of the shape %2. Choose data of pictures, or a model of clips: %3.</source>
        <translation>模型 %1 学习的是图像，但样本是形状为 %2 的视频片段。请选择图像数据，或改用视频片段模型：%3。</translation>
    </message>
    <message>
        <source>The name %1 is taken already; choose another.</source>
        <translation>名称 %1 已被占用；请另选一个。</translation>
    </message>
    <message>
        <source>The name is empty; type one.</source>
        <translation>名称为空；请填写一个。</translation>
    </message>
    <message>
        <source>The samples have the shape %1; a model reads channels x height x width, channels x frames x height x width, or features.</source>
        <translation>样本的形状是 %1；模型读入的是 通道 x 高 x 宽、通道 x 帧 x 高 x 宽，或特征向量。</translation>
    </message>
    <message>
        <source>The test list %1 names every clip of %2, so none is left to train on.</source>
        <translation>测试列表 %1 列出了 %2 的全部视频片段，没有剩下可训练的。</translation>
    </message>
    <message>
        <source>The test list %1 names no clip; expected one name a line.</source>
        <translation>测试列表 %1 中没有任何视频片段；每行应有一个名称。</translation>
    </message>
    <message>
        <source>There is no class %1 in these data; they have %2, from 0 on.</source>
        <translation>这些数据中没有类别 %1；共有 %2 类，从 0 开始编号。</translation>
    </message>
    <message>
        <source>Training needs clips to validate with: data.test_list must be a file that names some of %1.</source>
        <translation>训练需要用于验证的视频片段：data.test_list 应为列出 %1 中一部分片段的文件。</translation>
    </message>
    <message>
        <source>What there is to say of these data has %1 bytes, expected at most %2: they have too many classes.</source>
        <translation>关于这些数据的回答有 %1 字节，最多应为 %2 字节：类别太多。</translation>
    </message>
    <message>
        <source>does not fit the rest of the preview of the data.</source>
        <translation>与数据一览的其余部分不符。</translation>
    </message>
    <message>
        <source>found %1, but a clip of so many frames of %2 x %2 pixels is too large; expected at most %3.</source>
        <translation>值为 %1，但这么多帧 %2 x %2 像素的片段太大；最多为 %3。</translation>
    </message>
    <message>
        <source>found nothing, expected the data of an experiment.</source>
        <translation>什么也没有，应为实验的数据。</translation>
    </message>
    <message>
        <source>found nothing, expected the file that lists the clips, with their folders and labels.</source>
        <translation>未填写；应为列出视频片段及其文件夹和标签的文件。</translation>
    </message>
    <message>
        <source>found nothing, expected the file that names the clips held out for validation.</source>
        <translation>未填写；应为列出留作验证的视频片段的文件。</translation>
    </message>
    <message>
        <source>it has %1 x %2 pixels, far too long and narrow for a frame</source>
        <translation>它有 %1 x %2 像素，作为一帧过于狭长</translation>
    </message>
    <message>
        <source>There is no memory for a copy of the weights, so the training waited while the checkpoint was written.</source>
        <translation>没有足够的内存来复制权重，因此写检查点期间训练一直在等待。</translation>
    </message>
    <message>
        <source>There are no %1 bytes of memory for a batch. Choose a smaller batch, or prepare fewer batches ahead (data.prefetch).</source>
        <translation>没有 %1 字节的内存来存放一个批次。请减小批量，或减少预先准备的批次（data.prefetch）。</translation>
    </message>
    <message>
        <source>Host %1: %2</source>
        <translation>主机 %1：%2</translation>
    </message>
    <message>
        <source>Stopped before the training began.</source>
        <translation>训练开始前已停止。</translation>
    </message>
    <message>
        <source>Stopped before attempt %1 began.</source>
        <translation>第 %1 次尝试开始前已停止。</translation>
    </message>
    <message>
        <source>it is out of reach.</source>
        <translation>无法联系到它。</translation>
    </message>
    <message>
        <source>Stopped as asked after %1 steps. What was under way was broken off, so the ranks did not compare their weights.</source>
        <translation>已按要求在 %1 步之后停止。正在进行的工作被中断，因此各 rank 没有比较彼此的权重。</translation>
    </message>
    <message>
        <source>%1 is larger on its host than it should be (%2 bytes). Fetch it again.</source>
        <translation>主机上的 %1 比应有的大小（%2 字节）更大。请重新获取。</translation>
    </message>
    <message>
        <source>%1 is not what the checkpoint&apos;s manifest describes: its SHA-256 differs. Fetch it again; if that does not help, it is damaged on its host.</source>
        <translation>%1 与检查点清单的描述不符：SHA-256 不一致。请重新获取；如果仍然如此，则该文件在主机上已经损坏。</translation>
    </message>
    <message>
        <source>%1 of the run is not on this computer, for its host does not hand it over: %2. Open the run again to ask for it once more.</source>
        <translation>本机没有该运行的 %1，因为主机没有提供它：%2。重新打开该运行即可再次请求。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no checkpoint of this run.</source>
        <translation>“%1”不是该运行的检查点。</translation>
    </message>
    <message>
        <source>a line of it is no public key</source>
        <translation>其中有一行不是公钥</translation>
    </message>
    <message>
        <source>a quotation mark is missing</source>
        <translation>缺少引号</translation>
    </message>
    <message>
        <source>it holds too many conditions</source>
        <translation>条件过多</translation>
    </message>
    <message>
        <source>it includes too deeply</source>
        <translation>Include 嵌套过深</translation>
    </message>
    <message>
        <source>its name holds a token that is not known here</source>
        <translation>文件名中含有无法识别的占位符</translation>
    </message>
    <message>
        <source>larger than 4 MiB</source>
        <translation>大于 4 MiB</translation>
    </message>
    <message>
        <source>others may write to it</source>
        <translation>其他用户可以写入它</translation>
    </message>
    <message>
        <source>the list is damaged</source>
        <translation>列表已损坏</translation>
    </message>
    <message>
        <source>the list is of a newer format</source>
        <translation>列表的格式版本较新</translation>
    </message>
    <message>
        <source>%1 is damaged (%2).</source>
        <translation>%1 已损坏（%2）。</translation>
    </message>
    <message>
        <source>The state of this run on %1 was lost, as after a power cut: %2 Its journals and checkpoints are untouched; a further attempt goes on from the newest checkpoint.</source>
        <translation>此次运行在 %1 上的状态已丢失（例如断电之后）：%2 它的日志和检查点完好无损；再次运行会从最新的检查点继续。</translation>
    </message>
    <message>
        <source>Another machine keeps the run %1: it shares this home folder.</source>
        <translation>运行 %1 由另一台机器保存：它与本机共用这个主文件夹。</translation>
    </message>
    <message>
        <source>The run %1 is going on on another machine that shares this home folder.</source>
        <translation>运行 %1 正在另一台共用这个主文件夹的机器上进行。</translation>
    </message>
    <message>
        <source>Rank %1 could not be started within %2 seconds: the disk or network folder that holds the engine does not answer.</source>
        <translation>Rank %1 未能在 %2 秒内启动：存放引擎的磁盘或网络文件夹没有响应。</translation>
    </message>
    <message>
        <source>The ranks %1 did not end when they were asked to and were killed.</source>
        <translation>Rank %1 收到结束请求后没有结束，已被强制杀死。</translation>
    </message>
    <message>
        <source>The engine could not be asked about this computer: %1.</source>
        <translation>无法向引擎询问本机的情况：%1。</translation>
    </message>
    <message>
        <source>The processor of %1 has AVX-512 instructions for bf16 but no AMX: bf16 is slower there than f32 (ResNet-18 trained at 0.7 of its speed). Choose f32.</source>
        <translation>%1 的处理器有用于 bf16 的 AVX-512 指令，但没有 AMX：在它上面 bf16 比 f32 慢（ResNet-18 的训练速度只有 f32 的 0.7 倍）。请选择 f32。</translation>
    </message>
    <message>
        <source>%1 ranks with a batch of %2 take %3 samples in one step, but an epoch has only %4, and short batches are dropped: nothing would be trained. Choose a smaller batch, or keep the last one.</source>
        <translation>%1 个 rank、批量为 %2，每一步需要 %3 个样本，但一个轮次只有 %4 个，而不足的批次会被丢弃：什么也训练不了。请减小批量，或保留最后一个批次。</translation>
    </message>
    <message>
        <source>The training set has %1 images, fewer than the %2 of one step of all ranks, and short batches are dropped (training.drop_last): nothing would be trained. Choose a smaller batch, or keep the last batch.</source>
        <translation>训练集有 %1 张图像，少于所有 rank 一步所需的 %2 张，而不足的批次会被丢弃（training.drop_last）：什么也训练不了。请减小批量，或保留最后一个批次。</translation>
    </message>
    <message>
        <source>The processor of %1 has neither AMX nor AVX-512 instructions for bf16. Choose the precision f32.</source>
        <translation>%1 的处理器既没有 AMX 也没有用于 bf16 的 AVX-512 指令。请选择精度 f32。</translation>
    </message>
    <message>
        <source>it names a KnownHostsCommand, which this program does not run, and which may revoke the key; KnownHostsCommand none for this host overrules it</source>
        <translation>其中设置了 KnownHostsCommand：本程序不会运行该命令，而它可能吊销此密钥；可为该主机设置 KnownHostsCommand none 来取消</translation>
    </message>
    <message>
        <source>%1 is no command. lockstep --help lists the commands.</source>
        <translation>%1 不是命令。lockstep --help 会列出所有命令。</translation>
    </message>
    <message>
        <source>%1 is one argument too many. Write lockstep %2.</source>
        <translation>多了一个参数 %1。请写成 lockstep %2。</translation>
    </message>
    <message>
        <source>%1 takes %2, but found %3.</source>
        <translation>%1 的形式是 %2，但写的是 %3。</translation>
    </message>
    <message>
        <source>There is no display for a window. Without one, lockstep run EXPERIMENT trains as well; lockstep --help says more.</source>
        <translation>没有可以显示窗口的屏幕。没有窗口也能训练：lockstep run EXPERIMENT；详见 lockstep --help。</translation>
    </message>
    <message>
        <source>Unknown option %1. lockstep --help lists the options.</source>
        <translation>未知选项 %1。lockstep --help 会列出所有选项。</translation>
    </message>
    <message>
        <source>Rank %1 is still saving its checkpoint: %2 of %3 MiB are on the disk. The stop waits for it, %4 minutes at most.</source>
        <translation>rank %1 仍在保存检查点：%3 MiB 中已有 %2 MiB 写入磁盘。停止操作会等它写完，最多等 %4 分钟。</translation>
    </message>
    <message>
        <source>The disk did not take the checkpoint of rank %1 in time, so it is not waited for any more. The checkpoint before it is untouched.</source>
        <translation>磁盘未能及时写入 rank %1 的检查点，因此不再等待。之前的检查点没有受到影响。</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>%1, %2 and %3</source>
        <translation>%1、%2 和 %3</translation>
    </message>
    <message>
        <source>%1, %2, %3 and %4 more hosts</source>
        <translation>%1、%2、%3 及另外 %4 台主机</translation>
    </message>
    <message>
        <source>%1, %2, %3 and %4</source>
        <translation>%1、%2、%3 和 %4</translation>
    </message>
    <message>
        <source>On %1: %2</source>
        <translation>在 %1 上：%2</translation>
    </message>
    <message>
        <source>The engine of this computer does not answer.</source>
        <translation>本机的引擎没有应答。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>the byte %1</source>
        <translation>字节 %1</translation>
    </message>
    <message>
        <source>the folder train</source>
        <translation>文件夹 train</translation>
    </message>
    <message>
        <source>the folder val</source>
        <translation>文件夹 val</translation>
    </message>
    <message>
        <source>The run %1 has trained to its end (epochs: %2), so nothing is left to resume. To train it longer, write lockstep resume %1 --more-epochs 10.</source>
        <translation>运行 %1 已训练完毕（共 %2 轮），没有可以继续的部分。若要延长训练，请使用 lockstep resume %1 --more-epochs 10。</translation>
    </message>
    <message>
        <source>%1 is to train on %2, but no GPU was found there. Install NVIDIA&apos;s driver until nvidia-smi shows the GPU, or choose the device cpu.</source>
        <translation>%1 要用 %2 训练，但在那里没有找到 GPU。请安装 NVIDIA 驱动，直到 nvidia-smi 能显示 GPU，或选择设备 cpu。</translation>
    </message>
    <message>
        <source>%1 is to train on %2, but the GPUs found there are: %3. Choose among these.</source>
        <translation>%1 要用 %2 训练，但在那里找到的 GPU 是：%3。请从中选择。</translation>
    </message>
    <message>
        <source>%1 is to train on %2, but this engine can train on these kinds of devices alone: %3. Choose the device cpu for this host.</source>
        <translation>%1 要用 %2 训练，但这个引擎只能在这些种类的设备上训练：%3。请给该主机选择设备 cpu。</translation>
    </message>
    <message>
        <source>%1 samples to train on, in %2 classes.</source>
        <translation>%1 个训练样本，%2 个类别。</translation>
    </message>
    <message>
        <source>Choose the data of the experiment.</source>
        <translation>请选择实验的数据。</translation>
    </message>
    <message>
        <source>Every host that trains needs the data under this path. Correct it, or copy the data there.</source>
        <translation>参加训练的每台主机都需要在这个路径下有数据。请更正路径，或把数据复制到那里。</translation>
    </message>
    <message>
        <source>Hosts %1: %2</source>
        <translation>主机 %1：%2</translation>
    </message>
    <message>
        <source>No data are chosen.</source>
        <translation>没有选择数据。</translation>
    </message>
    <message>
        <source>The data are built in.</source>
        <translation>数据是内置的。</translation>
    </message>
    <message>
        <source>The engine %1 runs there.</source>
        <translation>引擎 %1 在那里运行。</translation>
    </message>
    <message>
        <source>The engine is being copied: %1 %.</source>
        <translation>正在复制引擎：%1 %。</translation>
    </message>
    <message>
        <source>The log-in works.</source>
        <translation>能够登录。</translation>
    </message>
    <message>
        <source>an SSH server with a key that is trusted, where the log-in works</source>
        <translation>一台 SSH 服务器，其密钥受信任，并且能够登录</translation>
    </message>
    <message>
        <source>data of the chosen kind that can be opened there</source>
        <translation>那里有所选种类的数据，并且能够打开</translation>
    </message>
    <message>
        <source>every device that is drawn, with a unit for the precision</source>
        <translation>画出的每个设备都在，并能以所选精度计算</translation>
    </message>
    <message>
        <source>the engine of this program, copied there and answering</source>
        <translation>本程序的引擎已复制到那里，并且有应答</translation>
    </message>
    <message>
        <source>%1 is no picture that can be written: end its name in .png, .svg or .pdf.</source>
        <translation>无法写入图片 %1：文件名须以 .png、.svg 或 .pdf 结尾。</translation>
    </message>
    <message>
        <source>found %1 lines for %2 hosts, expected one line for each.</source>
        <translation>%2 台主机却有 %1 行，应为每台一行。</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>the shorter side becomes %1 pixels, and %2 are cut out of the middle: validation sees %3 percent of it only. Leave the field empty, and it follows the image size: %4.</source>
        <translation>短边先缩放到 %1 像素，再从中间裁出 %2 像素：验证时只看到其中的百分之 %3。将此项留空，它就会随图像尺寸取 %4。</translation>
    </message>
    <message>
        <source>The CUDA runtime refused a call on the device %1 (%2: %3). Please report it with the log.</source>
        <translation>CUDA 运行时在设备 %1 上拒绝了一次调用（%2：%3）。请附上日志报告此问题。</translation>
    </message>
    <message>
        <source>The NVIDIA driver of this host finds no GPU. See whether nvidia-smi lists one, or give the host the device cpu.</source>
        <translation>此主机的 NVIDIA 驱动没有找到 GPU。请查看 nvidia-smi 是否列出了 GPU，或为该主机选择设备 cpu。</translation>
    </message>
    <message>
        <source>The NVIDIA driver of this host serves CUDA up to %1, and this engine was built with CUDA %2. Install a newer driver (nvidia-smi shows its version), or give the host the device cpu.</source>
        <translation>此主机的 NVIDIA 驱动最高支持 CUDA %1，而此引擎是用 CUDA %2 构建的。请安装更新的驱动（nvidia-smi 会显示其版本），或为该主机选择设备 cpu。</translation>
    </message>
    <message>
        <source>The NVIDIA driver shows no GPU here: CUDA_VISIBLE_DEVICES is &quot;%1&quot; on this host. Change or remove that, or give the host the device cpu.</source>
        <translation>NVIDIA 驱动在这里不显示任何 GPU：此主机上的 CUDA_VISIBLE_DEVICES 为“%1”。请修改或删除该变量，或为该主机选择设备 cpu。</translation>
    </message>
    <message>
        <source>The device %1 has compute capability %2, and this engine was built for %3. Choose another device, or build the engine with a CUDA toolkit that knows this one.</source>
        <translation>设备 %1 的计算能力为 %2，而此引擎是为 %3 构建的。请选择其他设备，或用支持该设备的 CUDA 工具包构建引擎。</translation>
    </message>
    <message>
        <source>The device %1 has no %2 MiB of memory left: %3 of its %4 MiB are free. Choose a smaller batch, or end other programs that use the GPU (nvidia-smi lists them).</source>
        <translation>设备 %1 已没有 %2 MiB 的可用显存：共 %4 MiB，空闲 %3 MiB。请减小批量，或结束其他使用该 GPU 的程序（nvidia-smi 会列出它们）。</translation>
    </message>
    <message>
        <source>The device %1 stopped working (%2: %3). The host&apos;s kernel log names the cause in a line with &quot;Xid&quot;: 79 says that the GPU fell off the bus (power, heat or slot), 48, 63 or 94 that its memory is failing, 13 or 31 points to a fault of the engine: please report it with the log. Restart the host when nvidia-smi does not list the GPU any more.</source>
        <translation>设备 %1 停止工作（%2：%3）。该主机的内核日志在含“Xid”的一行中指出原因：79 表示 GPU 从总线上掉线（供电、散热或插槽问题），48、63 或 94 表示其显存出现故障，13 或 31 则可能是引擎自身的错误：请附上日志报告。如果 nvidia-smi 不再列出该 GPU，请重启主机。</translation>
    </message>
    <message>
        <source>The memory of the device %1 is used up (%2): %3 of its %4 MiB are free. Choose a smaller batch, or end other programs that use the GPU (nvidia-smi lists them).</source>
        <translation>设备 %1 的显存已用尽（%2）：共 %4 MiB，空闲 %3 MiB。请减小批量，或结束其他使用该 GPU 的程序（nvidia-smi 会列出它们）。</translation>
    </message>
    <message>
        <source>There is no NVIDIA driver on this host. Install one that serves CUDA %1 (nvidia-smi shows its version then), or give the host the device cpu.</source>
        <translation>此主机上没有 NVIDIA 驱动。请安装支持 CUDA %1 的驱动（安装后 nvidia-smi 会显示其版本），或为该主机选择设备 cpu。</translation>
    </message>
    <message>
        <source>There is no device %1: this host has %2 GPUs, counted from cuda:0. Choose one of those.</source>
        <translation>没有设备 %1：此主机有 %2 个 GPU，从 cuda:0 开始编号。请从中选择。</translation>
    </message>
    <message>
        <source>There is no device %1: this host shows %2 GPUs, counted from cuda:0, because CUDA_VISIBLE_DEVICES is &quot;%3&quot; there. Choose one of those, or change that.</source>
        <translation>没有设备 %1：此主机只显示 %2 个 GPU（从 cuda:0 开始编号），因为其 CUDA_VISIBLE_DEVICES 为“%3”。请从中选择，或修改该变量。</translation>
    </message>
    <message>
        <source>This host has no %1 MiB of memory left that a GPU can copy from (page-locked memory). Choose a smaller batch, prepare fewer batches ahead (data.prefetch), or raise the limit of locked memory (ulimit -l).</source>
        <translation>此主机已没有 %1 MiB 可供 GPU 直接复制的内存（锁页内存）。请减小批量，减少预先准备的批次（data.prefetch），或提高锁定内存的上限（ulimit -l）。</translation>
    </message>
    <message>
        <source>%1 is %2 %3, but version %4 or newer is needed. Get it with: %5.</source>
        <translation>%1 是 %2 %3，但需要 %4 或更高版本。获取命令：%5。</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s library %1 was found, but could not be loaded: %2</source>
        <translation>找到了 NVIDIA 的库 %1，但无法加载：%2</translation>
    </message>
    <message>
        <source>The device %1 cannot be used. %2</source>
        <translation>无法使用设备 %1。%2</translation>
    </message>
    <message>
        <source>The engine&apos;s plug-in for GPUs, %1, could not be loaded: %2</source>
        <translation>无法加载引擎的 GPU 插件 %1：%2</translation>
    </message>
    <message>
        <source>The file %1 is no plug-in of this engine. Deploy the engine again, with all of its files.</source>
        <translation>文件 %1 不是此引擎的插件。请重新部署引擎及其全部文件。</translation>
    </message>
    <message>
        <source>The plug-in %1 belongs to another build of the engine: it is of %2, the engine of %3. Deploy the engine again, with all of its files.</source>
        <translation>插件 %1 属于引擎的另一次构建：插件为 %2，引擎为 %3。请重新部署引擎及其全部文件。</translation>
    </message>
    <message>
        <source>There is no driver for NVIDIA&apos;s GPUs on this host (%1). Install it until nvidia-smi shows the GPU, or choose the device cpu.</source>
        <translation>此主机上没有 NVIDIA GPU 的驱动（%1）。请安装驱动，直到 nvidia-smi 能显示 GPU，或选择设备 cpu。</translation>
    </message>
    <message>
        <source>These libraries of NVIDIA were not found, each in this version or a newer one with the same file name: %1. Get them with: %2. Where they are elsewhere, name their folders in the variable LOCKSTEP_CUDA_LIBRARIES.</source>
        <translation>没有找到以下 NVIDIA 库（需要所列版本，或文件名相同的更高版本）：%1。获取命令：%2。如果它们在别处，请用变量 LOCKSTEP_CUDA_LIBRARIES 指明其文件夹。</translation>
    </message>
    <message>
        <source>This build of the engine computes on the CPU only.</source>
        <translation>此引擎的这个构建只能用 CPU 计算。</translation>
    </message>
    <message>
        <source>fp16 is a precision of GPUs, but %1 trains on its processor. Choose the precision f32 or bf16, or GPUs alone.</source>
        <translation>fp16 是 GPU 的精度，而 %1 用处理器训练。请选择精度 f32 或 bf16，或者只用 GPU。</translation>
    </message>
    <message>
        <source>fp16 is a precision of GPUs: processors compute in f32 or bf16. Choose the precision f32.</source>
        <translation>fp16 是 GPU 的精度：处理器以 f32 或 bf16 计算。请选择精度 f32。</translation>
    </message>
    <message>
        <source>The GPU has no room for the model %1 with a batch of %2: that takes %3 MiB, and %4 of its %5 MiB are free. A batch of %6 fits.</source>
        <translation>GPU 的显存放不下批量为 %2 的模型 %1：需要 %3 MiB，而它的 %5 MiB 中只有 %4 MiB 空闲。批量为 %6 时放得下。</translation>
    </message>
    <message>
        <source>The GPU has no room for the model %1, not even with a batch of 1: %2 of its %3 MiB are free. Choose a smaller model or another GPU, or end other programs that use it (nvidia-smi lists them).</source>
        <translation>GPU 的显存放不下模型 %1，即使批量为 1 也不行：它的 %3 MiB 中只有 %2 MiB 空闲。请选择较小的模型或另一块 GPU，或结束占用它的其他程序（nvidia-smi 会列出这些程序）。</translation>
    </message>
    <message>
        <source>The layer %1 of the model %2 is of a kind that this engine cannot compute on a GPU.</source>
        <translation>模型 %2 的层 %1 属于本引擎无法在 GPU 上计算的类型。</translation>
    </message>
    <message>
        <source>The GPU %1 (compute capability %2) has no arithmetic in bf16, which came with 8.0. Choose the precision fp16, or f32.</source>
        <translation>GPU %1（计算能力 %2）不支持 bf16 运算，计算能力 8.0 起才支持。请把精度改为 fp16 或 f32。</translation>
    </message>
    <message>
        <source>The GPU %1 (compute capability %2) has no arithmetic in fp16, which came with 5.3. Choose the precision f32.</source>
        <translation>GPU %1（计算能力 %2）不支持 fp16 运算，计算能力 5.3 起才支持。请把精度改为 f32。</translation>
    </message>
    <message>
        <source>This host has cuDNN %1, which is too old: version %2 or newer is needed. Install it there, for example with pip install nvidia-cudnn-cu%3.</source>
        <translation>这台主机上的 cuDNN %1 过旧，需要 %2 或更高版本。请在该主机上安装新版，例如运行 pip install nvidia-cudnn-cu%3。</translation>
    </message>
    <message>
        <source>cuBLAS, the library for matrix products on GPUs, reports in %1: %2.</source>
        <translation>GPU 上的矩阵乘法库 cuBLAS 在 %1 中报告：%2。</translation>
    </message>
    <message>
        <source>cuDNN %1 has no way to compute this convolution on this GPU within %2 MiB of workspace: %3. Choose another precision, or turn training.deterministic off.</source>
        <translation>在 %2 MiB 工作区内，cuDNN %1 无法在这块 GPU 上计算该卷积：%3。请换一种精度，或关闭 training.deterministic。</translation>
    </message>
    <message>
        <source>cuDNN, the library for convolutions on GPUs, reports in %1: %2 (%3).</source>
        <translation>GPU 上的卷积库 cuDNN 在 %1 中报告：%2（%3）。</translation>
    </message>
    <message>
        <source>NCCL could not open a port for the ranks to meet at (%1). Its interface on this host: %2.</source>
        <translation>NCCL 无法打开供各 rank 会合的端口（%1）。它在本机使用的网络接口：%2。</translation>
    </message>
    <message>
        <source>NCCL did not connect the GPUs of the %1 ranks within %2 s. It uses ports of its own, which firewalls between the hosts must let through (its interface on this host: %3).</source>
        <translation>NCCL 未能在 %2 秒内连接 %1 个 rank 的 GPU。它使用自己的端口，主机之间的防火墙必须放行这些端口（它在本机使用的网络接口：%3）。</translation>
    </message>
    <message>
        <source>NCCL failed: %1 (%2).</source>
        <translation>NCCL 出错：%1（%2）。</translation>
    </message>
    <message>
        <source>NCCL is %2 on the host of rank %1, but %3 on that of rank 0, and it works only with its like. Install the same version on all hosts.</source>
        <translation>rank %1 所在主机的 NCCL 版本是 %2，而 rank 0 所在主机的是 %3；NCCL 只能与相同版本协同工作。请在所有主机上安装同一版本。</translation>
    </message>
    <message>
        <source>NCCL lost the other ranks: %1 (%2). Look at the logs of the other ranks and at the network between the hosts, where NCCL uses ports of its own.</source>
        <translation>NCCL 与其他 rank 失去联系：%1（%2）。请查看其他 rank 的日志，并检查主机之间的网络；NCCL 在那里使用自己的端口。</translation>
    </message>
    <message>
        <source>NCCL met an error of the GPU: %1 (%2).</source>
        <translation>NCCL 遇到 GPU 错误：%1（%2）。</translation>
    </message>
    <message>
        <source>NCCL, by which GPUs exchange gradients, was not found on the host of rank %1. Install version %2 or a newer one there (pip install nvidia-nccl-cu13, or -cu12 for CUDA 12).</source>
        <translation>在 rank %1 所在主机上没有找到 NCCL，而 GPU 之间要用它交换梯度。请在该主机上安装 %2 或更新的版本（pip install nvidia-nccl-cu13；CUDA 12 用 nvidia-nccl-cu12）。</translation>
    </message>
    <message>
        <source>On the host of rank %1 NCCL is %2, but at least %3 is needed. Install a newer one there (pip install -U nvidia-nccl-cu13, or -cu12 for CUDA 12).</source>
        <translation>rank %1 所在主机的 NCCL 版本是 %2，但至少需要 %3。请在该主机上安装更新的版本（pip install -U nvidia-nccl-cu13；CUDA 12 用 nvidia-nccl-cu12）。</translation>
    </message>
    <message>
        <source>The all-reduce of gradient bucket %1 of %2 (%3 bytes) by NCCL made no progress for %4 s, though every rank had given its part. Look at the network between the hosts: NCCL uses ports of its own there (its interface on this host: %5).</source>
        <translation>NCCL 对第 %1 个梯度桶（共 %2 个，%3 字节）的 all-reduce 已有 %4 秒没有进展，尽管每个 rank 都已提交自己的部分。请检查主机之间的网络：NCCL 在那里使用自己的端口（它在本机使用的网络接口：%5）。</translation>
    </message>
    <message>
        <source>chosen by NCCL</source>
        <translation>由 NCCL 选择</translation>
    </message>
    <message>
        <source>%1 (GPU %2 of nvidia-smi)</source>
        <translation>%1（nvidia-smi 中的 GPU %2）</translation>
    </message>
    <message>
        <source>%1 is to train on %2, but CUDA_VISIBLE_DEVICES is &quot;%3&quot; there, which hides every GPU of the host. Change it there, or choose the device cpu.</source>
        <translation>%1 要用 %2 训练，但那里的 CUDA_VISIBLE_DEVICES 是“%3”，把主机的所有 GPU 都隐藏了。请在那里修改它，或者选择设备 cpu。</translation>
    </message>
    <message>
        <source>%1 is to train on %2, but CUDA_VISIBLE_DEVICES is &quot;%3&quot; there, which leaves ranks these GPUs: %4. Choose among these, or change it there.</source>
        <translation>%1 要用 %2 训练，但那里的 CUDA_VISIBLE_DEVICES 是“%3”，只给 rank 留下这些 GPU：%4。请从中选择，或者在那里修改它。</translation>
    </message>
    <message>
        <source>%1 is to train on %2, but the engine cannot use GPUs there. %3</source>
        <translation>%1 要用 %2 训练，但引擎在那里无法使用 GPU。%3</translation>
    </message>
    <message>
        <source>%1 of %2 has the compute capability %3, and TF32 is there from 8.0 on: it computes in f32.</source>
        <translation>%2 的 %1 计算能力为 %3，而 TF32 从 8.0 起才有：它以 f32 计算。</translation>
    </message>
    <message>
        <source>%1 of %2 has the compute capability %3, and bf16 is there from 8.0 on. Choose the precision fp16 or f32.</source>
        <translation>%2 的 %1 计算能力为 %3，而 bf16 从 8.0 起才有。请选择精度 fp16 或 f32。</translation>
    </message>
    <message>
        <source>%1 of %2 has the compute capability %3, and the engine holds code for these: %4. Choose other devices, or an engine built with a CUDA toolkit that knows this GPU (12 for those before 7.5).</source>
        <translation>%2 的 %1 计算能力为 %3，而引擎只带有这些的代码：%4。请选择其他设备，或者使用由支持这块 GPU 的 CUDA 工具包构建的引擎（7.5 之前的要用 CUDA 12）。</translation>
    </message>
    <message>
        <source>It has %1 cores and %2 GPUs: %3.</source>
        <translation>它有 %1 个核心和 %2 块 GPU：%3。</translation>
    </message>
    <message>
        <source>It has %1 cores and no GPU.</source>
        <translation>它有 %1 个核心，没有 GPU。</translation>
    </message>
    <message>
        <source>TF32 is of GPUs: the processor of %1 computes in f32.</source>
        <translation>TF32 只用于 GPU：%1 的处理器以 f32 计算。</translation>
    </message>
    <message>
        <source>The driver %1 of %2 serves CUDA %3 at most, but the engine was built with CUDA %4. Install a newer driver of NVIDIA&apos;s there, or choose the device cpu.</source>
        <translation>%2 的驱动 %1 最高支持 CUDA %3，而引擎是用 CUDA %4 构建的。请在那里安装更新的 NVIDIA 驱动，或者选择设备 cpu。</translation>
    </message>
    <message>
        <source>compute capability %1</source>
        <translation>计算能力 %1</translation>
    </message>
    <message>
        <source>The GPUs of these hosts exchange gradients by NCCL: unencrypted, on ports of its own that do not ask who connects. Use a network that you trust, or a VPN.</source>
        <translation>这些主机的 GPU 通过 NCCL 交换梯度：不加密，并使用它自己的、不问来者是谁的端口。请使用可信的网络，或者 VPN。</translation>
    </message>
    <message>
        <source>%1 changed while it was read; try again.</source>
        <translation>%1 在读取过程中有变化，请再试一次。</translation>
    </message>
    <message>
        <source>%1 holds a record of %2 bytes at byte %3; at most %4 are read.</source>
        <translation>%1 在第 %3 字节处有一条 %2 字节的记录，最多只读 %4 字节。</translation>
    </message>
    <message>
        <source>%1 holds too many copies of this run.</source>
        <translation>%1 里这次运行的副本太多了。</translation>
    </message>
    <message>
        <source>%1 is damaged, or no event file of TensorBoard: the record at byte %2 has a wrong checksum.</source>
        <translation>%1 已损坏，或不是 TensorBoard 的事件文件：第 %2 字节处记录的校验和不对。</translation>
    </message>
    <message>
        <source>%1 is no event file of TensorBoard: a record in it is no event.</source>
        <translation>%1 不是 TensorBoard 的事件文件：其中有一条记录不是事件。</translation>
    </message>
    <message>
        <source>%1 is no run of Lockstep, or damaged: %2.</source>
        <translation>%1 不是 Lockstep 的运行文件，或已损坏：%2。</translation>
    </message>
    <message>
        <source>%1 was written by a newer Lockstep (version %2 of the format, expected %3).</source>
        <translation>%1 由更新版本的 Lockstep 写成（格式版本 %2，应为 %3）。</translation>
    </message>
    <message>
        <source>No numbers could be read from %1. %2</source>
        <translation>从 %1 读不出任何数值。%2</translation>
    </message>
    <message>
        <source>Reading %1 was cancelled.</source>
        <translation>已取消读取 %1。</translation>
    </message>
    <message>
        <source>The last record of %1 is cut off; what comes before it was read.</source>
        <translation>%1 的最后一条记录不完整，之前的内容已读入。</translation>
    </message>
    <message>
        <source>The run takes %1 bytes, and only %2 are free in %3.</source>
        <translation>这次运行需要 %1 字节，而 %3 只剩 %2 字节。</translation>
    </message>
    <message>
        <source>The run was going on when it was written to a file.</source>
        <translation>写入文件时，这次运行还没有结束。</translation>
    </message>
    <message>
        <source>There are no event files of TensorBoard with numbers in %1; their names contain &quot;tfevents&quot;.</source>
        <translation>%1 里没有含数值的 TensorBoard 事件文件（文件名中含有“tfevents”）。</translation>
    </message>
    <message>
        <source>There is something at %1 already; event files are written into a folder of their own.</source>
        <translation>%1 已经存在；事件文件要写进单独的新文件夹。</translation>
    </message>
    <message>
        <source>Where should the run go? Write lockstep %1.</source>
        <translation>运行要写到哪里？请写 lockstep %1。</translation>
    </message>
    <message>
        <source>Which file? Write lockstep %1.</source>
        <translation>哪个文件？请写 lockstep %1。</translation>
    </message>
    <message>
        <source>Writing %1 was cancelled.</source>
        <translation>已取消写入 %1。</translation>
    </message>
    <message>
        <source>a file in it is not what its list says</source>
        <translation>其中一个文件与清单不符</translation>
    </message>
    <message>
        <source>it ends before its list does</source>
        <translation>文件在清单列完之前就结束了</translation>
    </message>
    <message>
        <source>it holds another file than its list says</source>
        <translation>其中有与清单不同的文件</translation>
    </message>
    <message>
        <source>it holds more than its list says</source>
        <translation>其中的内容比清单多</translation>
    </message>
    <message>
        <source>it lists a file that no run has, or one twice</source>
        <translation>清单中有运行不该有的文件，或重复的文件</translation>
    </message>
    <message>
        <source>it lists a size or a checksum that is none</source>
        <translation>清单中的大小或校验和不成立</translation>
    </message>
    <message>
        <source>its list cannot be read</source>
        <translation>清单读不出来</translation>
    </message>
    <message>
        <source>its list is too long</source>
        <translation>清单太长</translation>
    </message>
    <message>
        <source>its run cannot be read</source>
        <translation>其中的运行读不出来</translation>
    </message>
    <message>
        <source>what was packed cannot be unpacked</source>
        <translation>压缩的内容解不开</translation>
    </message>
    <message>
        <source>No numbers were recognised in %1; it is shown as text</source>
        <translation>在 %1 中没有识别出数值，仅显示为文本</translation>
    </message>
    <message>
        <source>The numbers of this run stay in memory, which may become scarce: they cannot be put aside in %1: %2. Make room there.</source>
        <translation>此次运行的数据留在内存中，内存可能会不够用：无法把它们放到 %1：%2。请在那里腾出空间。</translation>
    </message>
    <message>
        <source>The journals of this run do not tell where the time of its steps went: they were written by an older engine, or no step has ended yet.</source>
        <translation>这次运行的记录里没有各步的时间去向：记录由较早版本的引擎写成，或者还没有完成任何一步。</translation>
    </message>
    <message>
        <source>The trace was given up.</source>
        <translation>跟踪文件的写出已取消。</translation>
    </message>
    <message>
        <source>Where should the trace go? Write lockstep %1.</source>
        <translation>跟踪文件存到哪里？请写 lockstep %1。</translation>
    </message>
    <message>
        <source>%1 has too little room for NVIDIA&apos;s libraries: %2 MiB are free in .lockstep, %3 MiB are needed. Free some space in the home folder there, or install them on the host itself.</source>
        <translation>%1 上放不下 NVIDIA 的库：.lockstep 中剩余 %2 MiB，需要 %3 MiB。请在该主机的主文件夹中腾出空间，或直接在该主机上安装这些库。</translation>
    </message>
    <message>
        <source>%1 is a machine of type %2, but NVIDIA&apos;s libraries on this computer are for %3, so they are not copied. Install them on the host itself.</source>
        <translation>%1 是 %2 类型的机器，而本机上的 NVIDIA 库是为 %3 准备的，因此不会复制过去。请直接在该主机上安装。</translation>
    </message>
    <message>
        <source>By estimate, training %1 with a batch of %2 needs %3 on each GPU, but those of %4 have %5; the engine plans exactly on the GPU itself, before it takes any memory. Choose a smaller batch, or compute it in pieces (Accumulate).</source>
        <translation>据估算，用批量 %2 训练 %1 时每块 GPU 需要 %3 显存，而 %4 的 GPU 只有 %5；引擎在占用显存之前，会在该 GPU 上作精确规划。请减小批量，或分块计算（累积）。</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s libraries arrived damaged on %1, or they could not be verified there: %2. Try again; check that sha256sum works on the host.</source>
        <translation>NVIDIA 的库到达 %1 时已损坏，或无法在那里校验：%2。请重试；并检查该主机上 sha256sum 是否可用。</translation>
    </message>
    <message>
        <source>Several ranks of this run train on GPUs, for which %1 lacks libraries of NVIDIA&apos;s.</source>
        <translation>本次运行有多个 rank 在 GPU 上训练，而 %1 缺少为此所需的 NVIDIA 库。</translation>
    </message>
    <message>
        <source>This computer can send them: %1, %2 in all. A run from the window asks first; in a terminal add --ship-cuda to lockstep run.</source>
        <translation>本机可以把它们发送过去：%1，共 %2。从窗口开始运行时会先询问；在终端中请给 lockstep run 加上 --ship-cuda。</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s libraries on this computer could not be read to be sent to %1.</source>
        <translation>无法读取本机上的 NVIDIA 库，因此不能发送到 %1。</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s library %1 cannot be sent: its name or its digest makes no sense.</source>
        <translation>无法发送 NVIDIA 的库 %1：其名称或校验和不合理。</translation>
    </message>
    <message>
        <source>lockstep-engine data can get, tell what is kept and drop it; &quot;%1&quot; is unknown to it.</source>
        <translation>lockstep-engine data 可以 get（下载）、kept（列出所保存的内容）和 drop（删除它们）；它不认识“%1”。</translation>
    </message>
    <message>
        <source>lockstep-engine data get needs the name of a public data set.</source>
        <translation>lockstep-engine data get 需要一个公开数据集的名称。</translation>
    </message>
    <message>
        <source>%1 cannot be made.</source>
        <translation>无法创建 %1。</translation>
    </message>
    <message>
        <source>%1 has %2 values and %3 has %4: what is paired has as many of each.</source>
        <translation>%1 有 %2 个值，%3 有 %4 个：成对取值时个数必须相同。</translation>
    </message>
    <message>
        <source>%1 has no value.</source>
        <translation>%1 没有取值。</translation>
    </message>
    <message>
        <source>%1 is being carried out already.</source>
        <translation>%1 已经在进行中。</translation>
    </message>
    <message>
        <source>%1 is no KEY=VALUES.</source>
        <translation>%1 不是 KEY=VALUES 的形式。</translation>
    </message>
    <message>
        <source>%1 is no sweep that this program can read.</source>
        <translation>%1 不是本程序能读取的参数扫描。</translation>
    </message>
    <message>
        <source>%1 is set twice.</source>
        <translation>%1 设置了两次。</translation>
    </message>
    <message>
        <source>%1 runs at once need as many hosts, but %2 take part.</source>
        <translation>同时进行 %1 次运行需要同样多的主机，但只有 %2 台参加。</translation>
    </message>
    <message>
        <source>A number must follow %1.</source>
        <translation>%1 后面应当是一个数。</translation>
    </message>
    <message>
        <source>A quotation mark is missing at the end.</source>
        <translation>末尾缺少引号。</translation>
    </message>
    <message>
        <source>A range has 2 to %1 values, not %2.</source>
        <translation>一个范围可以有 2 到 %1 个值，不能是 %2 个。</translation>
    </message>
    <message>
        <source>A range with even logarithms begins and ends above 0.</source>
        <translation>按对数等分的范围，两端都必须大于 0。</translation>
    </message>
    <message>
        <source>No sweep of %1 is called %2.</source>
        <translation>%1 里没有叫 %2 的参数扫描。</translation>
    </message>
    <message>
        <source>Several sweeps of %1 begin with %2. Write more of the id.</source>
        <translation>%1 里有几个参数扫描以 %2 开头。请把编号写长一些。</translation>
    </message>
    <message>
        <source>Something must follow %1.</source>
        <translation>%1 后面缺少内容。</translation>
    </message>
    <message>
        <source>The run %1 cannot be deleted: its folder may not be written.</source>
        <translation>无法删除运行 %1：它的文件夹不可写。</translation>
    </message>
    <message>
        <source>The run %1 goes on, so it stays.</source>
        <translation>运行 %1 还在进行，所以保留。</translation>
    </message>
    <message>
        <source>These are more than %1 runs. Leave some values out.</source>
        <translation>这会产生超过 %1 次运行。请减少一些取值。</translation>
    </message>
    <message>
        <source>Which values? Write lockstep %1.</source>
        <translation>取哪些值？请写 lockstep %1。</translation>
    </message>
    <message>
        <source>found %1, expected &quot;latest&quot;, step-&lt;8 digits&gt; or empty text.</source>
        <translation>值为 %1，应为 &quot;latest&quot;、step-&lt;8 位数字&gt; 或空文本。</translation>
    </message>
    <message>
        <source>found %1, expected checkpoints/step-&lt;8 digits&gt;.</source>
        <translation>值为 %1，应为 checkpoints/step-&lt;8 位数字&gt;。</translation>
    </message>
    <message>
        <source>--predictions: found %1, expected a number from 0 to %2.</source>
        <translation>--predictions：得到 %1，应为 0 到 %2 之间的数。</translation>
    </message>
    <message>
        <source>does not fit the rest of the evaluation.</source>
        <translation>与评估结果的其余内容不符。</translation>
    </message>
    <message>
        <source>does not fit the rest of what is told of the checkpoint.</source>
        <translation>与检查点的其余内容不符。</translation>
    </message>
    <message>
        <source>The engine could not be asked about the checkpoint: %1.</source>
        <translation>无法向引擎询问该检查点：%1。</translation>
    </message>
    <message>
        <source>%1 cannot be deleted: %2.</source>
        <translation>无法删除 %1：%2。</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, but %3 in the manifest.</source>
        <translation>%1 有 %2 字节，而清单里写的是 %3 字节。</translation>
    </message>
    <message>
        <source>%1 is missing.</source>
        <translation>缺少 %1。</translation>
    </message>
    <message>
        <source>--resume takes &quot;latest&quot; or the name of a checkpoint, as step-00000600, but was given &quot;%1&quot;.</source>
        <translation>--resume 应为 &quot;latest&quot; 或检查点的名字（如 step-00000600），但给的是 &quot;%1&quot;。</translation>
    </message>
    <message>
        <source>Not all of %1 could be deleted.</source>
        <translation>%1 没能全部删除。</translation>
    </message>
    <message>
        <source>The run %1 has no %2 on this host.</source>
        <translation>运行 %1 在这台主机上没有 %2。</translation>
    </message>
    <message>
        <source>The run %1 has no checkpoint of step %2. lockstep checkpoints %1 lists those that it has.</source>
        <translation>运行 %1 没有第 %2 步的检查点。lockstep checkpoints %1 列出它有的检查点。</translation>
    </message>
    <message>
        <source>The run %1 is about to begin, and any of its checkpoints may be where. Delete it once it trains.</source>
        <translation>运行 %1 即将开始，可能从它的任何一个检查点开始。请等它开始训练后再删除。</translation>
    </message>
    <message>
        <source>The run %1 trains, and the checkpoints after this one are damaged: without it, an end now would cost more.</source>
        <translation>运行 %1 正在训练，而这之后的检查点都已损坏：没有它，此刻中断的损失更大。</translation>
    </message>
    <message>
        <source>The run %1 trains, and this is its newest checkpoint: without it, an end now would cost more.</source>
        <translation>运行 %1 正在训练，而这是它最新的检查点：没有它，此刻中断的损失更大。</translation>
    </message>
    <message>
        <source>The weights could not be exported: %1</source>
        <translation>权重未能导出：%1</translation>
    </message>
    <message>
        <source>There is no checkpoint %1 any more to go on from.</source>
        <translation>检查点 %1 已不存在，无法从它继续。</translation>
    </message>
    <message>
        <source>Too many checkpoints at the same time, or a request number that is in use.</source>
        <translation>同时处理的检查点太多，或请求编号已被占用。</translation>
    </message>
    <message>
        <source>A run cannot be written as .%1; expected .html, .pdf, .csv, .jsonl or .lockstep-run, or a folder for TensorBoard&apos;s event files.</source>
        <translation>运行不能写成 .%1；可以是 .html、.pdf、.csv、.jsonl 或 .lockstep-run，或者一个存放 TensorBoard 事件文件的文件夹。</translation>
    </message>
    <message>
        <source>Gradients cannot be clipped with top-k, which sends parts of many steps together; expected 0.</source>
        <translation>使用 top-k 时不能裁剪梯度，因为它把许多步的一部分合在一起发送；应为 0。</translation>
    </message>
    <message>
        <source>all-to-all</source>
        <translation>全交换</translation>
    </message>
    <message>
        <source>found %1, but with %2 no gradients cross the network; expected none.</source>
        <translation>值为 %1，但使用 %2 时没有梯度经过网络；应为 none。</translation>
    </message>
    <message>
        <source>found %1, which cannot be combined with top-k; expected sgd or momentum.</source>
        <translation>值为 %1，不能与 top-k 同时使用；应为 sgd 或 momentum。</translation>
    </message>
    <message>
        <source>found %1, whose loss scale cannot be combined with %2; expected f32 or bf16.</source>
        <translation>值为 %1，其损失缩放不能与 %2 同时使用；应为 f32 或 bf16。</translation>
    </message>
    <message>
        <source>%1 local steps</source>
        <translation>%1 步本地训练</translation>
    </message>
    <message>
        <source>%1 local steps, overlapped</source>
        <translation>%1 步本地训练（重叠）</translation>
    </message>
    <message>
        <source>A rank&apos;s speed changes more than twofold: with %1 the others need not wait for it, up to %2 times faster.</source>
        <translation>有 rank 的速度变化超过一倍：采用 %1 时其他 rank 不必等它，最多快 %2 倍。</translation>
    </message>
    <message>
        <source>A step spends %1 on gradients, %2 on computing.</source>
        <translation>一步中交换梯度需 %1，计算需 %2。</translation>
    </message>
    <message>
        <source>Accuracy: %1.</source>
        <translation>准确率：%1。</translation>
    </message>
    <message>
        <source>An epoch is taken as %1 samples.</source>
        <translation>一轮按 %1 个样本计。</translation>
    </message>
    <message>
        <source>Computing is taken as %1 a step for devices of which nothing is known: a guess.</source>
        <translation>对设备一无所知，每步的计算按 %1 估计，仅供参考。</translation>
    </message>
    <message>
        <source>Computing is taken as %1 a step, from a table of devices: 40 % more or less.</source>
        <translation>每步的计算按设备表估计为 %1，误差约 40 %。</translation>
    </message>
    <message>
        <source>Even then the devices wait: let %1 batches make one step.</source>
        <translation>即便如此设备仍要等待：可让 %1 个批次合成一步。</translation>
    </message>
    <message>
        <source>Nothing that is drawn makes a step wait for gradients.</source>
        <translation>按所画的网络，没有一步需要等待梯度。</translation>
    </message>
    <message>
        <source>One rank exchanges nothing.</source>
        <translation>只有一个 rank，无需交换。</translation>
    </message>
    <message>
        <source>Over %1 a step spends %2 on gradients, %3 on computing.</source>
        <translation>经过 %1 的链路，一步中交换梯度需 %2，计算需 %3。</translation>
    </message>
    <message>
        <source>PowerSGD rank %1</source>
        <translation>PowerSGD 秩 %1</translation>
    </message>
    <message>
        <source>Ranks differ in speed: shares by speed compute up to %1 times faster.</source>
        <translation>各 rank 速度不同：按速度分配样本，计算最多快 %1 倍。</translation>
    </message>
    <message>
        <source>The links have no bandwidth: their time is not counted.</source>
        <translation>链路没有标明带宽，未计入它们的时间。</translation>
    </message>
    <message>
        <source>The model %1 has %2 of gradients, and with %3 each step sends %4 through %5 at %6: it takes about %7, of which %8 are spent waiting. A faster link or a strategy that sends less helps; a larger batch makes the steps fewer.</source>
        <translation>模型 %1 的梯度有 %2；采用 %3 时，每一步有 %4 经过 %6 的 %5：一步约需 %7，其中 %8 在等待。换更快的链路或发送更少的策略会有帮助；增大批量可以减少步数。</translation>
    </message>
    <message>
        <source>They cross while backward goes on: sending less would gain nothing.</source>
        <translation>梯度在反向传播的同时传输：少发送并不会更快。</translation>
    </message>
    <message>
        <source>When accuracy has held, rank %1 takes %2 a step.</source>
        <translation>若准确率得以保持，降到秩 %1 时一步需 %2。</translation>
    </message>
    <message>
        <source>With %1, %2 times less crosses: %3 a step, %4 times faster.</source>
        <translation>采用 %1 时，传输量减为 1/%2：一步 %3，快 %4 倍。</translation>
    </message>
    <message>
        <source>a fifth of a point less in a long training, several points in a short one</source>
        <translation>长时间训练约低 0.2 个百分点，短训练会低几个百分点</translation>
    </message>
    <message>
        <source>bf16</source>
        <translation>bf16</translation>
    </message>
    <message>
        <source>fp16</source>
        <translation>fp16</translation>
    </message>
    <message>
        <source>half a point less in a long training, more in a short one; begin with rank 4</source>
        <translation>长时间训练约低 0.5 个百分点，短训练更多；请先用秩 4</translation>
    </message>
    <message>
        <source>half a point less or more; diverges where the rate is not lowered</source>
        <translation>低 0.5 个百分点或更多；不降低学习率会发散</translation>
    </message>
    <message>
        <source>half a point less, from 16 steps on one and a half; more with batch norm on small batches</source>
        <translation>约低 0.5 个百分点，16 步及以上约低 1.5 个；小批量做批归一化时更多</translation>
    </message>
    <message>
        <source>half a point to a whole one less in a long training, more in a short one; begin with rank 4</source>
        <translation>长时间训练约低 0.5 到 1 个百分点，短训练更多；请先用秩 4</translation>
    </message>
    <message>
        <source>little less at best, many points in a short training with batch norm: what is agreed comes a meeting late</source>
        <translation>最好时几乎不低；带批归一化的短训练会低十几个百分点，因为汇合的结果晚一轮才用上</translation>
    </message>
    <message>
        <source>hardly any loss: rounded at random, values are right on average</source>
        <translation>几乎没有损失：随机舍入，平均值不变</translation>
    </message>
    <message>
        <source>int8</source>
        <translation>int8</translation>
    </message>
    <message>
        <source>no loss that could be measured</source>
        <translation>测不出损失</translation>
    </message>
    <message>
        <source>nothing lost: every step is that of one large batch</source>
        <translation>没有损失：每一步等同于一个大批量</translation>
    </message>
    <message>
        <source>server-async</source>
        <translation>异步参数服务器</translation>
    </message>
    <message>
        <source>server-sync</source>
        <translation>同步参数服务器</translation>
    </message>
    <message>
        <source>top-k, %1</source>
        <translation>top-k，%1</translation>
    </message>
    <message>
        <source>up to half a point less</source>
        <translation>最多低 0.5 个百分点</translation>
    </message>
    <message>
        <source>A rank asked this server for what cannot be. All processes of a run must be of the same version.</source>
        <translation>有 rank 向本服务器提出了不可能的请求。一次运行的所有进程必须是同一版本。</translation>
    </message>
    <message>
        <source>Host number %1 has no ranks or servers in this experiment.</source>
        <translation>在这个实验中，编号为 %1 的主机没有 rank，也没有服务器。</translation>
    </message>
    <message>
        <source>Lost %1: it did not do its part for %3 s (noticed by %2). It lives, but is stuck in its own work; its log tells more.</source>
        <translation>失去了 %1：它已有 %3 秒没有完成自己的部分（由 %2 发现）。它还在运行，但卡在了自己的工作里；详情见它的日志。</translation>
    </message>
    <message>
        <source>Lost %1: it has been silent for %3 s (noticed by %2). Its process was stopped, its host froze or the network was cut.</source>
        <translation>失去了 %1：它已有 %3 秒没有任何消息（由 %2 发现）。它的进程被暂停、主机死机，或者网络被切断。</translation>
    </message>
    <message>
        <source>Lost %1: its connection ended (noticed by %2). Its process has ended; its log and its host&apos;s supervisor say why.</source>
        <translation>失去了 %1：它的连接已断开（由 %2 发现）。其进程已经结束；原因见它的日志和所在主机的监管进程。</translation>
    </message>
    <message>
        <source>Out of step: %1 is not where %2 expects it. All processes of a run must be of the same version.</source>
        <translation>步调不一致：%1 不在 %2 所预期的位置。一次运行的所有进程必须是同一版本。</translation>
    </message>
    <message>
        <source>Out of step: rank %1 asks the servers for something else than the other ranks. All processes of a run must be of the same version.</source>
        <translation>步调不一致：rank %1 向服务器请求的内容与其他 rank 不同。一次运行的所有进程必须是同一版本。</translation>
    </message>
    <message>
        <source>Server %1 on %2 could not be started within %3 seconds: the disk or network folder that holds the engine does not answer.</source>
        <translation>%2 上的服务器 %1 未能在 %3 秒内启动：存放引擎的磁盘或网络文件夹没有响应。</translation>
    </message>
    <message>
        <source>Server %1 on %2 ended with exit code %3: %4</source>
        <translation>%2 上的服务器 %1 以退出码 %3 结束：%4</translation>
    </message>
    <message>
        <source>Server %1 on %2 was killed by signal %3 (%4), and the weights with it; the run can go on from its last checkpoint.</source>
        <translation>%2 上的服务器 %1 被信号 %3（%4）杀死，权重随之丢失；运行可以从上一个检查点继续。</translation>
    </message>
    <message>
        <source>Settings differ: %1 belongs to this run, but was started with other settings than %2. Deploy the same version everywhere and start the run anew.</source>
        <translation>设置不同：%1 属于这次运行，但启动时的设置与 %2 不同。请在各处部署同一版本，然后重新开始运行。</translation>
    </message>
    <message>
        <source>Start gives server %1 another address than the one this host has bound.</source>
        <translation>启动请求给服务器 %1 的地址与本主机绑定的地址不同。</translation>
    </message>
    <message>
        <source>Start names %1 servers, but the experiment has %2.</source>
        <translation>启动请求列出了 %1 个服务器，但实验有 %2 个。</translation>
    </message>
    <message>
        <source>The connection to %1 broke (noticed by %2): %3. Look at the network between the hosts and at its log.</source>
        <translation>与 %1 的连接中断（由 %2 发现）：%3。请检查主机之间的网络以及它的日志。</translation>
    </message>
    <message>
        <source>The run was ended by %1: %3</source>
        <translation>运行被 %1 终止：%3</translation>
    </message>
    <message>
        <source>The step was broken off: %1 was asked to stop.</source>
        <translation>这一步被中断：%1 被要求停止。</translation>
    </message>
    <message>
        <source>The stop broke off a step under way. The servers are left with parts of it, so nothing was saved: the training can go on from the last checkpoint.</source>
        <translation>停止中断了正在进行的一步。服务器上只留有这一步的一部分，因此没有保存任何内容：训练可以从上一个检查点继续。</translation>
    </message>
    <message>
        <source>The strategy %1 needs servers, but this process was launched without any.</source>
        <translation>策略 %1 需要服务器，但这个进程启动时没有任何服务器。</translation>
    </message>
    <message>
        <source>This engine was launched as a server, but the strategy of the experiment has ranks alone.</source>
        <translation>这个引擎作为服务器启动，但实验的策略只有 rank。</translation>
    </message>
    <message>
        <source>What a training starts from came damaged to this server.</source>
        <translation>训练的起始数据到达本服务器时已损坏。</translation>
    </message>
    <message>
        <source>What a training starts from does not fit its optimiser: rank 0 and this server are not of the same version.</source>
        <translation>训练的起始数据与其优化器不符：rank 0 与本服务器不是同一版本。</translation>
    </message>
    <message>
        <source>What came from %1 cannot be (noticed by %2): %3. Its memory, its network card or something between the hosts damages data.</source>
        <translation>收到了来自 %1 的不可能的数据（由 %2 发现）：%3。它的内存、网卡或主机之间的某个环节损坏了数据。</translation>
    </message>
    <message>
        <source>Within %2 s these did not arrive at %1: %3. Check that their processes run, and that firewalls let the hosts reach each other.</source>
        <translation>在 %2 秒内，以下成员没有到达 %1：%3。请检查它们的进程是否在运行，以及防火墙是否允许主机互相访问。</translation>
    </message>
    <message>
        <source>Without %2 there is no start: it never arrived at %1, or was started with other settings. Its own log and its host&apos;s firewall tell more.</source>
        <translation>没有 %2 就无法开始：它没有到达 %1，或者以其他设置启动。详情见它自己的日志和所在主机的防火墙。</translation>
    </message>
    <message>
        <source>found %1 servers on all hosts, expected at most %2.</source>
        <translation>所有主机上共有 %1 个服务器，最多允许 %2 个。</translation>
    </message>
    <message>
        <source>found %1, but with %2 gradients reach the servers whole; expected none.</source>
        <translation>值为 %1，但采用 %2 时梯度完整地送到服务器；应为 none。</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>request to a server</source>
        <translation>对服务器的请求</translation>
    </message>
    <message>
        <source>server %1</source>
        <translation>服务器 %1</translation>
    </message>
    <message>
        <source>the supervisor of host %1</source>
        <translation>主机 %1 的监管进程</translation>
    </message>
    <message>
        <source>%1 cannot be reached over %2: %3. Check the address, and that the SSH server of %2 forwards connections (AllowTcpForwarding).</source>
        <translation>经由 %2 连不上 %1：%3。请检查地址，并确认 %2 的 SSH 服务器允许转发连接（AllowTcpForwarding）。</translation>
    </message>
    <message>
        <source>%1 is reached over a command (%2, %3), which this program does not run. Use ProxyJump there, give the host an address that this computer reaches directly, or write ProxyCommand none for that address.</source>
        <translation>%1 要通过命令连接（%2，%3），本程序不运行这种命令。请在那里改用 ProxyJump，或填写本机能直接到达的地址，或为该地址写上 ProxyCommand none。</translation>
    </message>
    <message>
        <source>%1 is the address of no host.</source>
        <translation>%1 不是任何主机的地址。</translation>
    </message>
    <message>
        <source>%1 would be taken for the address %2; write all four numbers, or a name.</source>
        <translation>%1 会被当成地址 %2；请写全四段数字，或者写主机名。</translation>
    </message>
    <message>
        <source>A square bracket in %1 has no partner.</source>
        <translation>%1 里的方括号不成对。</translation>
    </message>
    <message>
        <source>Found port %1, expected a whole number from 1 to 65535.</source>
        <translation>端口 %1 不对：应当是 1 到 65535 的整数。</translation>
    </message>
    <message>
        <source>Found slots=%1, expected a whole number from 1 to %2.</source>
        <translation>slots=%1 不对：应当是 1 到 %2 的整数。</translation>
    </message>
    <message>
        <source>Found “%1” behind the colon, expected a port or a number of ranks.</source>
        <translation>冒号后面是“%1”：应当是端口号或 rank 数。</translation>
    </message>
    <message>
        <source>Found “%1” behind the host; expected one host a line, such as user@host:port.</source>
        <translation>主机后面还有“%1”；应当一行一台主机，例如 user@host:port。</translation>
    </message>
    <message>
        <source>More than %1 hosts, which is the most that a drawing holds.</source>
        <translation>超过 %1 台主机：一张图最多只能放这么多。</translation>
    </message>
    <message>
        <source>The drawing has room for %1 more hosts, but %2 are to be added.</source>
        <translation>图上还能放 %1 台主机，要添加的却有 %2 台。</translation>
    </message>
    <message>
        <source>The list goes on past 1 MiB; the rest was not read.</source>
        <translation>列表超过 1 MiB，后面的没有读取。</translation>
    </message>
    <message>
        <source>The other hosts are reached over a jump host, so it is not known how they reach %1. Choose the network interface of %1 that they can reach.</source>
        <translation>其他主机要经跳板机才能到达，因此不知道它们怎样连到 %1。请为 %1 选择它们能连到的网络接口。</translation>
    </message>
    <message>
        <source>The way to %1 leads over more than %2 hosts; does a ProxyJump lead back?</source>
        <translation>去 %1 要经过 %2 台以上的主机：是不是有 ProxyJump 绕回来了？</translation>
    </message>
    <message>
        <source>The way to %1 names no host: %2 (%3). Expected ProxyJump user@host:port.</source>
        <translation>去 %1 的路上没有写明主机：%2（%3）。应当写成 ProxyJump user@host:port。</translation>
    </message>
    <message>
        <source>[%1] is no list of numbers: expected ranges such as 01-04,07.</source>
        <translation>[%1] 不是编号列表：应当写成 01-04,07 这样的范围。</translation>
    </message>
    <message>
        <source>“%1” is neither the name nor the address of a host.</source>
        <translation>“%1” 既不是主机名，也不是地址。</translation>
    </message>
    <message>
        <source>“%1” is no user&apos;s name.</source>
        <translation>“%1” 不能作用户名。</translation>
    </message>
    <message>
        <source>The keychain of this computer, a service of its desktop such as GNOME Keyring or KWallet, did not take it (%1). Check that it runs and is unlocked. Until Lockstep is closed it is kept in memory.</source>
        <translation>本机的密钥环（桌面环境的服务，例如 GNOME Keyring 或 KWallet）没有收下（%1）。请检查它是否在运行、是否已解锁。在关闭 Lockstep 之前，它只留在内存里。</translation>
    </message>
    <message>
        <source>This computer cannot be made into the drawn cluster: %1.</source>
        <translation>无法把这台电脑变成图上的集群：%1。</translation>
    </message>
    <message>
        <source>its stage has ended</source>
        <translation>它的环境已经结束</translation>
    </message>
    <message>
        <source>the drawing is too large</source>
        <translation>图太大</translation>
    </message>
    <message>
        <source>The memory that the ranks of this host share cannot be used: %1.</source>
        <translation>此主机上各 rank 共享的内存无法使用：%1。</translation>
    </message>
    <message>
        <source>Training %1 with %2 needs about %3 on %4, which has %5: %6 of it is what the strategy keeps there. Choose another strategy, or fewer ranks and servers there.</source>
        <translation>用%2训练 %1 在 %4 上大约需要 %3，而它只有 %5：其中 %6 是策略在那里占用的。请选择别的策略，或者在那里少放一些 rank 和服务器。</translation>
    </message>
    <message>
        <source>found %1 parts, expected one for each of the %2 ranks.</source>
        <translation>列出了 %1 份，应为 %2 个 rank 各写一份。</translation>
    </message>
    <message>
        <source>found %1, expected equal, auto or a list with a whole number for each rank.</source>
        <translation>值为 %1，应为 equal、auto，或为每个 rank 各写一个整数的列表。</translation>
    </message>
    <message>
        <source>The program that rehearsed this run ended before it.</source>
        <translation>进行这次演练的程序先于它结束了。</translation>
    </message>
    <message>
        <source>The run %1 is a rehearsal of another program, which alone shows it and can stop it.</source>
        <translation>运行 %1 是另一个程序里的演练，只有那个程序能查看和停止它。</translation>
    </message>
    <message>
        <source>The run %1 was a rehearsal, whose hosts are gone. Rehearse its experiment again.</source>
        <translation>运行 %1 是一次演练，它的主机已经不在了。请重新演练这个实验。</translation>
    </message>
    <message>
        <source>A core of one of the two hosts had no time left, so this says nothing about the network: end what else runs there and test again.</source>
        <translation>其中一台主机有一个 CPU 核已经占满，所以无法据此判断网络：请结束那里的其他程序后再测一次。</translation>
    </message>
    <message>
        <source>A core of one of the two hosts had no time left, so the network may carry more: end what else runs there and test again.</source>
        <translation>其中一台主机有一个 CPU 核已经占满，网络实际可能更快：请结束那里的其他程序后再测一次。</translation>
    </message>
    <message>
        <source>Draw the switch or the link that both go through, with its bandwidth: the forecast then counts it, and ranks are ordered to cross it less.</source>
        <translation>请画出两者共同经过的交换机或链路，并写上带宽：预测会把它算进去，各 rank 的次序也会尽量少经过它。</translation>
    </message>
    <message>
        <source>It is drawn too slow: take the measured rate into the drawing, so that the forecast counts with it.</source>
        <translation>图上画得太慢：请把测得的速率写入图中，让预测按它计算。</translation>
    </message>
    <message>
        <source>Let %2 connect to %1 on any TCP port (firewall), or choose for both a network interface over which they reach each other.</source>
        <translation>请让 %2 能连接 %1 的任意 TCP 端口（检查防火墙），或为两台主机选择能互通的网络接口。</translation>
    </message>
    <message>
        <source>Look at the cable, the port&apos;s speed and who else uses the link; or take the measured rate into the drawing, so that the forecast counts with it.</source>
        <translation>请检查网线、端口速率以及还有谁在用这条链路；或把测得的速率写入图中，让预测按它计算。</translation>
    </message>
    <message>
        <source>One of them is gone.</source>
        <translation>其中一台已经断开。</translation>
    </message>
    <message>
        <source>Set the MTU of both interfaces to what the way between them carries (1400 for most tunnels), or let ICMP &quot;fragmentation needed&quot; through the firewalls between them.</source>
        <translation>请把两端网络接口的 MTU 设为沿途能通过的大小（多数隧道为 1400），或让沿途的防火墙放行 ICMP“需要分片”消息。</translation>
    </message>
    <message>
        <source>Take the measured rate into the drawing, so that the forecast counts with it.</source>
        <translation>请把测得的速率写入图中，让预测按它计算。</translation>
    </message>
    <message>
        <source>The connection to the other host broke while it was measured: %1.</source>
        <translation>测量过程中与另一台主机的连接断开：%1。</translation>
    </message>
    <message>
        <source>The kernel of this host is too old for measuring the network: it takes Linux 4.18 or newer.</source>
        <translation>这台主机的内核太旧，无法测量网络：需要 Linux 4.18 或更新的版本。</translation>
    </message>
    <message>
        <source>The measurement of the network was given up.</source>
        <translation>网络测量已放弃。</translation>
    </message>
    <message>
        <source>The other host does not answer, though it is connected.</source>
        <translation>另一台主机已经连上，却没有应答。</translation>
    </message>
    <message>
        <source>They do not reach each other: %1</source>
        <translation>两台主机互相连不通：%1</translation>
    </message>
    <message>
        <source>Too many measurements of the network, or a request number that is in use.</source>
        <translation>同时进行的网络测量过多，或请求编号正在使用。</translation>
    </message>
    <message>
        <source>ask the kernel about a connection</source>
        <translation>向内核查询连接状态</translation>
    </message>
    <message>
        <source>measure the network</source>
        <translation>测量网络</translation>
    </message>
    <message>
        <source>the host that connects</source>
        <translation>发起连接的主机</translation>
    </message>
    <message>
        <source>the host that listens</source>
        <translation>监听的主机</translation>
    </message>
    <message>
        <source>wait for a connection</source>
        <translation>等待连接</translation>
    </message>
    <message>
        <source>--run names the run: 1 to 64 of a-z, 0-9 and hyphen, which is not the first; found &quot;%1&quot;.</source>
        <translation>--run 是运行的名字：1 到 64 个 a-z、0-9 和连字符，不能以连字符开头；但给出的是“%1”。</translation>
    </message>
    <message>
        <source>Nobody says where rank 0 runs. Set MASTER_ADDR to the name of its host for all ranks, as in &quot;mpirun -x MASTER_ADDR=gpu-a&quot;.</source>
        <translation>不知道 rank 0 在哪里运行。请为所有 rank 把 MASTER_ADDR 设为它所在主机的名字，例如“mpirun -x MASTER_ADDR=gpu-a”。</translation>
    </message>
    <message>
        <source>Others may read or change the token file %1, and so join the run. Make a new token that they do not know: (umask 077; openssl rand -hex 32 &gt; FILE).</source>
        <translation>其他人可以读取或更改令牌文件 %1，从而加入运行。请生成一个他们不知道的新令牌：(umask 077; openssl rand -hex 32 &gt; FILE)。</translation>
    </message>
    <message>
        <source>Process %1 of the launcher was lost while process %2 waited for it (%3). Its own output tells more.</source>
        <translation>启动器的进程 %1 在进程 %2 等待它时失去了联系（%3）。详情见它自己的输出。</translation>
    </message>
    <message>
        <source>The environment variable %1 is set, but %2 is not: set both, or neither for one rank alone.</source>
        <translation>设置了环境变量 %1，却没有设置 %2：请两个都设置；只有一个 rank 时，两个都不要设置。</translation>
    </message>
    <message>
        <source>The experiment places %1 ranks, but the launcher has started %2. Start as many processes as the experiment has devices.</source>
        <translation>实验安排了 %1 个 rank，但启动器启动了 %2 个。请启动与实验的设备数相同的进程。</translation>
    </message>
    <message>
        <source>The experiment takes %1 hosts, but the launcher has started %2 supervisors. Start one on each host, as in &quot;srun --nodes=%1 --ntasks-per-node=1&quot;.</source>
        <translation>实验需要 %1 台主机，但启动器启动了 %2 个监管进程。请在每台主机上各启动一个，例如“srun --nodes=%1 --ntasks-per-node=1”。</translation>
    </message>
    <message>
        <source>The host of rank 0, %1, has no address on this host. Set MASTER_ADDR to an address that all ranks reach.</source>
        <translation>在这台主机上查不到 rank 0 所在主机 %1 的地址。请把 MASTER_ADDR 设为所有 rank 都能连到的地址。</translation>
    </message>
    <message>
        <source>The strategy %1 needs servers, which supervisors start and these launchers do not. Start the experiment with &quot;lockstep run&quot;, or choose another strategy.</source>
        <translation>策略 %1 需要服务器进程，它们由监管进程启动，这些启动器不会启动。请用“lockstep run”启动实验，或选择其他策略。</translation>
    </message>
    <message>
        <source>The token file %1 belongs to another user.</source>
        <translation>令牌文件 %1 属于另一个用户。</translation>
    </message>
    <message>
        <source>The token file %1 cannot be read: %2.</source>
        <translation>无法读取令牌文件 %1：%2。</translation>
    </message>
    <message>
        <source>The token file %1 does not hold 64 hexadecimal digits, as &quot;openssl rand -hex 32&quot; writes them.</source>
        <translation>令牌文件 %1 的内容不是“openssl rand -hex 32”写出的那种 64 位十六进制数字。</translation>
    </message>
    <message>
        <source>The token file %1 is no regular file.</source>
        <translation>令牌文件 %1 不是普通文件。</translation>
    </message>
    <message>
        <source>This process was started as rank %1 of %2. Ranks trust each other by a token: name a file that all of them can read and nobody else, with --token-file FILE or LOCKSTEP_TOKEN_FILE. This makes one: (umask 077; openssl rand -hex 32 &gt; FILE).</source>
        <translation>这个进程是作为 rank %1（共 %2 个 rank）启动的。各 rank 凭令牌互相信任：请用 --token-file FILE 或 LOCKSTEP_TOKEN_FILE 指定一个所有 rank 都能读取、其他人不能读取的文件。可以这样生成：(umask 077; openssl rand -hex 32 &gt; FILE)。</translation>
    </message>
    <message>
        <source>What another rank told of itself could not be understood. Use the same version of Lockstep everywhere.</source>
        <translation>无法理解另一个 rank 发来的信息。请在所有主机上使用同一版本的 Lockstep。</translation>
    </message>
    <message>
        <source>model-parallel</source>
        <translation>模型并行</translation>
    </message>
    <message>
        <source>process %1 of the launcher</source>
        <translation>启动器的进程 %1</translation>
    </message>
    <message>
        <source>%1 does not lie below %2, so it would not be copied with it. Put it there.</source>
        <translation>%1 不在 %2 之下，不会随它一起复制。请把它移到那里。</translation>
    </message>
    <message>
        <source>%1 has a name with control characters or backslashes, so it cannot be copied to hosts. Rename it.</source>
        <translation>%1 的名字里有控制字符或反斜杠，无法复制到主机。请改名。</translation>
    </message>
    <message>
        <source>%1 has too little room for the data: %2 MiB are free in .lockstep, %3 MiB are needed. Free some space in the home folder there, or put .lockstep/data on a larger disk with a symbolic link.</source>
        <translation>%1 上放不下这些数据：.lockstep 里还剩 %2 MiB，需要 %3 MiB。请在那里的主目录腾出空间，或者用符号链接把 .lockstep/data 放到更大的磁盘上。</translation>
    </message>
    <message>
        <source>%1 holds more than %2 files.</source>
        <translation>%1 里的文件多于 %2 个。</translation>
    </message>
    <message>
        <source>%1 holds no run of Lockstep, so it stays.</source>
        <translation>%1 里没有 Lockstep 的运行，所以保留不动。</translation>
    </message>
    <message>
        <source>%1 is nothing that Lockstep deployed here, so it stays.</source>
        <translation>%1 不是 Lockstep 部署到这里的，所以保留不动。</translation>
    </message>
    <message>
        <source>%1 may still be arriving; it can be deleted when it is a day old.</source>
        <translation>%1 可能还在传输中；满一天之后才能删除。</translation>
    </message>
    <message>
        <source>%1 processes of the run %2 cannot be killed; they wait inside the system, as on a broken disk or GPU.</source>
        <translation>运行 %2 有 %1 个进程无法结束：它们卡在系统内部，例如磁盘或 GPU 出了故障。</translation>
    </message>
    <message>
        <source>A desktop or a run that ends is using this deployment at the moment.</source>
        <translation>此刻有桌面或正在收尾的运行在使用这份部署。</translation>
    </message>
    <message>
        <source>Copy the same data to every host: else ranks learn from other data than the experiment says, and nothing tells.</source>
        <translation>请把同样的数据复制到每台主机：否则各 rank 学的不是实验所写的数据，而且没有任何提示。</translation>
    </message>
    <message>
        <source>Line %1 of %2 names the clip %3, which does not lie below the folder of the list, so it would not be copied. Move it there, and name it from there.</source>
        <translation>%2 第 %1 行的片段 %3 不在列表所在的文件夹之下，不会被复制。请把它移进去，并从那里写起它的路径。</translation>
    </message>
    <message>
        <source>OpenSSL could not encrypt with AES-256-GCM; its installation on this host is damaged or does not allow it.</source>
        <translation>OpenSSL 无法用 AES-256-GCM 加密：此主机上的 OpenSSL 已损坏，或不允许这样做。</translation>
    </message>
    <message>
        <source>Rank %1 on %2 was killed by signal 9, probably by the kernel: it had %3 of memory, and only %4 were left. Use a smaller batch or fewer ranks on this host.</source>
        <translation>%2 上的 rank %1 被信号 9 杀死，很可能是内核所为：它占用了 %3 内存，而主机只剩 %4。请减小批量，或减少这台主机上的 rank 数。</translation>
    </message>
    <message>
        <source>Rank %1 on %2 was killed by signal 9. Memory was not scarce (it had %3), so a person or a program sent it.</source>
        <translation>%2 上的 rank %1 被信号 9 杀死。当时内存并不紧张（它占用 %3），所以信号是由某个人或某个程序发出的。</translation>
    </message>
    <message>
        <source>Rank %1 on %2 was killed by the kernel: out of memory, at %3. Use a smaller batch or fewer ranks on this host.</source>
        <translation>%2 上的 rank %1 因内存不足被内核杀死，当时占用 %3。请减小批量，或减少这台主机上的 rank 数。</translation>
    </message>
    <message>
        <source>Record %3 of the encrypted connection from %1 to %2 is not what was sent: it was changed, repeated, left out or moved on its way. Nothing of it was used. Somebody or something between their hosts interferes.</source>
        <translation>%1 到 %2 的加密连接上，第 %3 条记录与发出的不符：途中被改动、重放、丢弃或调换了顺序。其内容一概没有采用。两台主机之间有人或有设备在干扰。</translation>
    </message>
    <message>
        <source>Record %5 of the encrypted connection from rank %1 to rank %2 is not what rank %1 sent, in collective %4, %3: it was changed, repeated, left out or moved on its way. Nothing of it was used. Somebody or something between their hosts interferes.</source>
        <translation>在第 %4 次集合通信（%3）中，rank %1 到 rank %2 的加密连接上，第 %5 条记录与 rank %1 发出的不符：途中被改动、重放、丢弃或调换了顺序。其内容一概没有采用。两台主机之间有人或有设备在干扰。</translation>
    </message>
    <message>
        <source>The connection broke before the host had answered; what it was asked for may be done or not. Ask it again what it keeps.</source>
        <translation>主机还没答复，连接就断了：要它做的事可能做了，也可能没做。请重新查看主机上存着什么。</translation>
    </message>
    <message>
        <source>The data arrived damaged on %1, or could not be compared there: %2. Copy them again; check that sha256sum works on the host, and that nothing changes the data here meanwhile.</source>
        <translation>数据到达 %1 时已损坏，或在那里无法核对：%2。请重新复制；并检查那台主机上 sha256sum 能否运行，以及复制期间本机的数据有没有被改动。</translation>
    </message>
    <message>
        <source>The folder of this run is gone, but processes of it are left.</source>
        <translation>这次运行的目录已经没有了，但还有它的进程。</translation>
    </message>
    <message>
        <source>The host&apos;s own files do not fit together: the run %1 has no host %2.</source>
        <translation>主机自己的文件前后不符：运行 %1 没有第 %2 台主机。</translation>
    </message>
    <message>
        <source>The hosts of this rehearsal share this computer&apos;s network, which has no links.</source>
        <translation>这次演练的主机共用这台电脑的网络，没有链路。</translation>
    </message>
    <message>
        <source>The model %1 can be cut into %2 parts at most, but a host has %3 devices.</source>
        <translation>模型 %1 最多切成 %2 段，但一台主机有 %3 个设备。</translation>
    </message>
    <message>
        <source>The model %1 cannot be cut before a layer &quot;%2&quot;, where one tensor alone would have to cross. It can be cut before: %3.</source>
        <translation>模型 %1 不能在“%2”层之前切开，切口处只能有一个张量通过。可以在这些层之前切开：%3。</translation>
    </message>
    <message>
        <source>The network between %1 and %2: %3</source>
        <translation>%1 与 %2 之间的网络：%3</translation>
    </message>
    <message>
        <source>The run %1 goes on here. Stop it, which ends its processes too.</source>
        <translation>运行 %1 正在这里进行。请先停止它，它的进程也会随之结束。</translation>
    </message>
    <message>
        <source>The run %1 goes on on %2, which shares this home folder and may need the deployment. Delete it when that run has ended.</source>
        <translation>运行 %1 正在 %2 上进行，那台主机与这里共用家目录，可能要用这份部署。请等它结束后再删除。</translation>
    </message>
    <message>
        <source>The run %1 uses this deployment. Delete it when the run has ended.</source>
        <translation>运行 %1 正在使用这份部署。请等它结束后再删除。</translation>
    </message>
    <message>
        <source>The run never came to its first state here.</source>
        <translation>这次运行在这里还没开始就中断了。</translation>
    </message>
    <message>
        <source>The run was a rehearsal: its hosts are gone, and their checkpoints with them.</source>
        <translation>这次运行是演练：它的主机已经不在了，检查点也随之消失。</translation>
    </message>
    <message>
        <source>There are no files in %1 to copy.</source>
        <translation>%1 里没有可复制的文件。</translation>
    </message>
    <message>
        <source>These are other data than those on %1, though as many: samples that were compared, or the sizes of classes, differ.</source>
        <translation>数据与 %1 上的不同，尽管数量相同：抽查的样本或各类的数量不一致。</translation>
    </message>
    <message>
        <source>These are other data than those on %1: %2 samples in %3 classes here, %4 in %5 there.</source>
        <translation>数据与 %1 上的不同：这里有 %3 类共 %2 个样本，那里有 %5 类共 %4 个。</translation>
    </message>
    <message>
        <source>These data are made by the program itself, so there is nothing to copy.</source>
        <translation>这些数据由程序自己生成，没有什么要复制。</translation>
    </message>
    <message>
        <source>Too many surveys at the same time, or a request number that is in use.</source>
        <translation>同时进行的清点太多，或者请求号已被占用。</translation>
    </message>
    <message>
        <source>What the host sent makes no sense.</source>
        <translation>主机发来的内容不合规范。</translation>
    </message>
    <message>
        <source>found %1 devices on the host %2, expected as many as on the host %3, %4: with model-parallel the model is cut alike everywhere.</source>
        <translation>主机 %2 上有 %1 个设备，应与主机 %3 的 %4 个相同：模型并行时，模型在各主机上切法相同。</translation>
    </message>
    <message>
        <source>found %1 layers, expected one fewer than a host has devices: %2.</source>
        <translation>写了 %1 层，应比主机的设备数少一：%2。</translation>
    </message>
    <message>
        <source>found %1, but with %2 gradients cross whole; expected none.</source>
        <translation>值为 %1，但用 %2 时梯度完整地传送；应为 none。</translation>
    </message>
    <message>
        <source>found %1, expected 64 hexadecimal digits, or .tmp- with some behind it.</source>
        <translation>读到 %1，应为 64 位十六进制数字，或者 .tmp- 后跟若干位。</translation>
    </message>
    <message>
        <source>found &quot;%1&quot;, expected layers in the order of the model, each one once.</source>
        <translation>值为“%1”，各层应按模型中的顺序，每层只写一次。</translation>
    </message>
    <message>
        <source>found one device on the host %1, but with model-parallel the devices of a host hold the model between them; expected two or more.</source>
        <translation>主机 %1 上只有一个设备，但模型并行要由一台主机的多个设备共同放一个模型；应为两个或更多。</translation>
    </message>
    <message>
        <source>keep a port for another attempt</source>
        <translation>为下一次尝试保留端口</translation>
    </message>
    <message>
        <source>%1 answered with %2, which is no number of a job.</source>
        <translation>%1 的回答是 %2，这不是作业编号。</translation>
    </message>
    <message>
        <source>%1 cannot be opened: %2.</source>
        <translation>%1 打不开：%2。</translation>
    </message>
    <message>
        <source>%1 has not answered within %2 seconds.</source>
        <translation>%1 在 %2 秒内没有回应。</translation>
    </message>
    <message>
        <source>%1 is not what was sent</source>
        <translation>%1 与发送的内容不一致</translation>
    </message>
    <message>
        <source>qstat answered with what is no list of jobs: %1.</source>
        <translation>qstat 的回答不是作业列表：%1。</translation>
    </message>
    <message>
        <source>%1 refused: %2</source>
        <translation>%1 拒绝：%2</translation>
    </message>
    <message>
        <source>The scheduler has given %1 nodes, but the experiment takes more.</source>
        <translation>调度器分配了 %1 个节点，但实验需要更多。</translation>
    </message>
    <message>
        <source>There is no program %1 on this computer. Run this command on a host from which jobs are submitted.</source>
        <translation>本机上没有程序 %1。请在提交作业的主机上运行此命令。</translation>
    </message>
    <message>
        <source>Which parallel environment? Name one with a slot on each host: --pe NAME; qconf -spl lists them.</source>
        <translation>用哪个并行环境？请用 --pe NAME 指定一个在每台主机上各占一个槽位的并行环境；qconf -spl 可列出全部。</translation>
    </message>
    <message>
        <source>with model-parallel and the batch in one piece, one device computes while the others wait. Compute it in pieces, four for each device or more.</source>
        <translation>模型并行而批量只有一块时，一个设备计算，其他设备都在等。请分块计算，块数为设备数的四倍或更多。</translation>
    </message>
    <message>
        <source>%1 It has said nothing for %2 s.</source>
        <translation>%1它已有 %2 秒没有任何声音。</translation>
    </message>
    <message>
        <source>%1 free on the disk, %2 of memory.</source>
        <translation>磁盘剩余 %1，内存剩余 %2。</translation>
    </message>
    <message>
        <source>A process may have %1 files open, but a rank among %2 needs %3.</source>
        <translation>一个进程最多可打开 %1 个文件，而 %2 个 rank 中的每一个需要 %3 个。</translation>
    </message>
    <message>
        <source>End what else runs there, or draw fewer ranks on this host.</source>
        <translation>请结束那里的其他程序，或在这台主机上少放几个 rank。</translation>
    </message>
    <message>
        <source>Its clock is %1 s ahead of this computer&apos;s.</source>
        <translation>它的时钟比本机快 %1 秒。</translation>
    </message>
    <message>
        <source>Its clock is %1 s behind this computer&apos;s.</source>
        <translation>它的时钟比本机慢 %1 秒。</translation>
    </message>
    <message>
        <source>Make it larger: mount -o remount,size=1G /dev/shm, or --shm-size=1g for a Docker container.</source>
        <translation>请扩大它：mount -o remount,size=1G /dev/shm；Docker 容器则用 --shm-size=1g。</translation>
    </message>
    <message>
        <source>Make room there, or let LOCKSTEP_HOME name a folder on a larger disk: journals and checkpoints go there.</source>
        <translation>请腾出空间，或用 LOCKSTEP_HOME 指定更大磁盘上的文件夹：运行日志和检查点都写在那里。</translation>
    </message>
    <message>
        <source>None of these hosts keeps anything called %1. lockstep hosts lists what they keep.</source>
        <translation>这些主机上没有名为 %1 的东西。用 lockstep hosts 可以列出它们存着什么。</translation>
    </message>
    <message>
        <source>Only %1 are free in /dev/shm, over which the %2 GPUs of this host exchange gradients.</source>
        <translation>/dev/shm 只剩 %1，而这台主机的 %2 块 GPU 要经由它交换梯度。</translation>
    </message>
    <message>
        <source>Only %1 are free on the disk where runs are kept.</source>
        <translation>存放运行数据的磁盘只剩 %1。</translation>
    </message>
    <message>
        <source>Processes that ended runs have left are still there: %1, of %2.</source>
        <translation>已结束的运行还留有进程：%1 个，属于 %2。</translation>
    </message>
    <message>
        <source>They hold memory, and GPUs too. &quot;Runs on hosts&quot; in the menu Run, or lockstep hosts in a terminal, lists them and ends them.</source>
        <translation>它们占用内存，也占用 GPU。“运行”菜单中的“主机上的运行”，或终端中的 lockstep hosts，可以列出并结束它们。</translation>
    </message>
    <message>
        <source>Only %1 more processes and threads may begin, but %2 ranks need %3.</source>
        <translation>只能再启动 %1 个进程和线程，而 %2 个 rank 需要 %3 个。</translation>
    </message>
    <message>
        <source>Only %1 of memory are free for %2 ranks.</source>
        <translation>%2 个 rank 只有 %1 可用内存。</translation>
    </message>
    <message>
        <source>Raise the limit of open files for this user: &quot;nofile&quot; in /etc/security/limits.conf, or ulimit -n in the shell&apos;s start-up file.</source>
        <translation>请提高该用户可打开文件数的上限：/etc/security/limits.conf 中的 nofile，或在 shell 启动文件中用 ulimit -n。</translation>
    </message>
    <message>
        <source>Raise the limit of processes for this user (&quot;nproc&quot; in /etc/security/limits.conf, or that of the container), or end what else runs there.</source>
        <translation>请提高该用户的进程数上限（/etc/security/limits.conf 中的 nproc，或容器的上限），或结束那里的其他程序。</translation>
    </message>
    <message>
        <source>Rank %1 finished collective %2 and began %3, %4, where it waits for rank %5.</source>
        <translation>rank %1 完成了第 %2 次集合通信，并开始了第 %3 次（%4），正在其中等待 rank %5。</translation>
    </message>
    <message>
        <source>Rank %1 finished collective %2 and began %3, %4.</source>
        <translation>rank %1 完成了第 %2 次集合通信，并开始了第 %3 次（%4）。</translation>
    </message>
    <message>
        <source>Rank %1 finished collective %2 and never began %3.</source>
        <translation>rank %1 完成了第 %2 次集合通信，始终没有开始第 %3 次。</translation>
    </message>
    <message>
        <source>Rank %1 finished collective %2 and never began %3: it was evaluating.</source>
        <translation>rank %1 完成了第 %2 次集合通信，始终没有开始第 %3 次：当时它正在评估。</translation>
    </message>
    <message>
        <source>Rank %1 finished collective %2 and never began %3: it was loading.</source>
        <translation>rank %1 完成了第 %2 次集合通信，始终没有开始第 %3 次：当时它正在加载。</translation>
    </message>
    <message>
        <source>Rank %1 finished collective %2 and never began %3: it was saving a checkpoint.</source>
        <translation>rank %1 完成了第 %2 次集合通信，始终没有开始第 %3 次：当时它正在保存检查点。</translation>
    </message>
    <message>
        <source>Rank %1 on %2 hangs inside the system, as on a disk or a GPU that does not answer, and the others waited for it in vain.</source>
        <translation>%2 上的 rank %1 卡在系统内部（例如磁盘或 GPU 没有响应），其他 rank 一直等不到它。</translation>
    </message>
    <message>
        <source>Rank %1 on %2 is alive. What its program was doing stands at the end of its log.</source>
        <translation>%2 上的 rank %1 还活着。它的程序当时在做什么，见其日志末尾。</translation>
    </message>
    <message>
        <source>Rank %1 on %2 is frozen: a signal has stopped its process (SIGSTOP, as a debugger or a person sends it), and the others waited for it in vain.</source>
        <translation>%2 上的 rank %1 被冻结：它的进程被信号暂停（SIGSTOP，可能来自调试器或某个人），其他 rank 一直等不到它。</translation>
    </message>
    <message>
        <source>Runs do not mind, but the times in its logs are wrong: switch on time synchronisation (timedatectl set-ntp true).</source>
        <translation>不影响运行，但日志里的时间不对：请打开时间同步（timedatectl set-ntp true）。</translation>
    </message>
    <message>
        <source>Several things on these hosts begin with %1. Write more of the name.</source>
        <translation>这些主机上有不止一样东西以 %1 开头。请把名字多写几位。</translation>
    </message>
    <message>
        <source>The answer of the host about the checkpoint makes no sense.</source>
        <translation>主机关于该检查点的回答无法理解。</translation>
    </message>
    <message>
        <source>The engine broke down while it evaluated the checkpoint.</source>
        <translation>引擎在评估检查点时崩溃。</translation>
    </message>
    <message>
        <source>The evaluation of the checkpoint took too long and was ended.</source>
        <translation>评估检查点用时过长，已被终止。</translation>
    </message>
    <message>
        <source>Too many questions to the engine, or a request number that is in use.</source>
        <translation>同时向引擎提出的请求过多，或请求编号已被占用。</translation>
    </message>
    <message>
        <source>ask the engine</source>
        <translation>询问引擎</translation>
    </message>
    <message>
        <source>room on the disk and in memory, files and threads for its ranks</source>
        <translation>磁盘、内存有余量，可打开的文件数和线程数够各 rank 使用</translation>
    </message>
    <message>
        <source>%1 came with another size than its manifest gives.</source>
        <translation>收到的 %1 与清单中的大小不符。</translation>
    </message>
    <message>
        <source>%1 needs %2 bytes in %3, but the disk has only %4 left.</source>
        <translation>%1 需要在 %3 中占用 %2 字节，但磁盘只剩 %4 字节。</translation>
    </message>
    <message>
        <source>Attempt %1 begins by itself after a pause. Attempt %2 ended: %3</source>
        <translation>稍候将自动开始第 %1 次尝试。第 %2 次尝试结束的原因：%3</translation>
    </message>
    <message>
        <source>Host %1 could not copy the checkpoint %2, and the training goes on without: %3</source>
        <translation>主机 %1 无法复制检查点 %2，训练照常进行，只是没有这个副本：%3</translation>
    </message>
    <message>
        <source>Not all other hosts have a copy of the last checkpoint: the network between them, or a disk, is too slow.</source>
        <translation>并非所有主机都有最后一个检查点的副本：主机之间的网络或某块磁盘太慢。</translation>
    </message>
    <message>
        <source>The checkpoint %1 on host %2 was passed over. %3</source>
        <translation>已跳过主机 %2 上的检查点 %1。%3</translation>
    </message>
    <message>
        <source>The copying of checkpoints has ended: %1</source>
        <translation>检查点的复制已中止：%1</translation>
    </message>
    <message>
        <source>The host that has it does not answer.</source>
        <translation>保存它的主机没有应答。</translation>
    </message>
    <message>
        <source>The manifest of %1 is that of another checkpoint: step %2 of the run %3.</source>
        <translation>%1 的清单属于另一个检查点：运行 %3 的第 %2 步。</translation>
    </message>
    <message>
        <source>There is no %1 here.</source>
        <translation>这里没有 %1。</translation>
    </message>
    <message>
        <source>What another supervisor said of checkpoints could not be understood.</source>
        <translation>无法理解另一个监管进程关于检查点的消息。</translation>
    </message>
    <message>
        <source>What came of %1 was not what had been asked for.</source>
        <translation>收到的 %1 的内容并不是所请求的。</translation>
    </message>
    <message>
        <source>found %1, expected at most %2: so many hosts take part besides that of rank 0.</source>
        <translation>是 %1，最多只能是 %2：除 rank 0 所在的主机外，只有这么多台主机参与。</translation>
    </message>
    <message>
        <source>%1 hangs up before it says a word. Check that an SSH server runs there and lets this computer in, then try again.</source>
        <translation>%1 一连上就断开。请检查那里是否运行着 SSH 服务器、是否允许本机连接，然后重试。</translation>
    </message>
    <message>
        <source>%1 hangs up before it says a word; trying again.</source>
        <translation>%1 一连上就断开，正在重试。</translation>
    </message>
    <message>
        <source>%1 has too many log-ins on their way; trying again.</source>
        <translation>%1 上同时登录的连接太多，正在重试。</translation>
    </message>
    <message>
        <source>%1 opens no further channel: %2. Its SSH server should allow two at a time (MaxSessions).</source>
        <translation>%1 不再打开新的通道：%2。它的 SSH 服务器应允许同时打开两个通道（MaxSessions）。</translation>
    </message>
    <message>
        <source>%1 turns connections away: too many log-ins are on their way there. Try again later, or raise MaxStartups of its SSH server.</source>
        <translation>%1 拒绝了连接：同时登录的连接太多。请稍后重试，或调大其 SSH 服务器的 MaxStartups。</translation>
    </message>
    <message>
        <source>Waiting for other log-ins to %1.</source>
        <translation>正在等待其他连接登录 %1。</translation>
    </message>
    <message>
        <source>%1 alone, but %2 while %3 and %4 exchanged data: the two pairs share a segment that is not drawn.</source>
        <translation>单独测量时为 %1，而 %3 与 %4 同时传输时只有 %2：这两对主机共用了一段图上没有画出的网络。</translation>
    </message>
    <message>
        <source>%1 arrived damaged from the other host. Copy the data again.</source>
        <translation>%1 从另一台主机传来时已损坏。请重新复制数据。</translation>
    </message>
    <message>
        <source>%1 has become shorter while it was given to another host.</source>
        <translation>%1 在传给另一台主机时变短了。</translation>
    </message>
    <message>
        <source>%1 there and %2 back, round trip %3 ms. Drawn are %4, which carry %5 of data.</source>
        <translation>去程 %1，回程 %2，往返时间 %3 ms。图上画的是 %4，可传数据 %5。</translation>
    </message>
    <message>
        <source>%1 there and %2 back, round trip %3 ms; no bandwidth is drawn.</source>
        <translation>去程 %1，回程 %2，往返时间 %3 ms；图上没有写带宽。</translation>
    </message>
    <message>
        <source>As drawn: %1 there, %2 back, round trip %3 ms.</source>
        <translation>与图上一致：去程 %1，回程 %2，往返时间 %3 ms。</translation>
    </message>
    <message>
        <source>Attempt %1 goes on with %2 of %3 hosts, without %4. They take over its share, so a global batch stays %5 samples.</source>
        <translation>第 %1 次尝试用 %3 台主机中的 %2 台继续，缺少 %4。它的份额由其余主机承担，全局批量仍为 %5 个样本。</translation>
    </message>
    <message>
        <source>Attempt %1 goes on with %2 of %3 hosts, without %4.</source>
        <translation>第 %1 次尝试用 %3 台主机中的 %2 台继续，缺少 %4。</translation>
    </message>
    <message>
        <source>Attempt %1 goes on with all %2 hosts again. A global batch stays %3 samples.</source>
        <translation>第 %1 次尝试重新用全部 %2 台主机继续。全局批量仍为 %3 个样本。</translation>
    </message>
    <message>
        <source>Attempt %1 was begun without this host. Attempt %2 ended: %3</source>
        <translation>第 %1 次尝试没有用这台主机。第 %2 次尝试结束的原因：%3</translation>
    </message>
    <message>
        <source>No host is called &quot;%1&quot; in this drawing.</source>
        <translation>图中没有名为“%1”的主机。</translation>
    </message>
    <message>
        <source>No link is drawn between &quot;%1&quot;: write the names of its two ends with a comma between them.</source>
        <translation>“%1”之间没有画出链路：请写出链路两端的名称，用逗号隔开。</translation>
    </message>
    <message>
        <source>Packets of the usual size (%1 bytes) are lost on the way, small ones pass: training would hang here. With small packets it carries %2 there and %3 back.</source>
        <translation>正常大小（%1 字节）的数据包在途中丢失，小数据包能通过：训练会卡在这里。用小数据包时去程 %2，回程 %3。</translation>
    </message>
    <message>
        <source>The connection to the other host broke while data were copied: %1.</source>
        <translation>复制数据时，与另一台主机的连接断开了：%1。</translation>
    </message>
    <message>
        <source>The data do not come any further to the host that gives them on.</source>
        <translation>转交数据的主机自己也收不到后面的数据了。</translation>
    </message>
    <message>
        <source>The hosts that are left meet for a further attempt. Attempt %1 ended: %2</source>
        <translation>其余主机正在会合，准备下一次尝试。第 %1 次尝试结束的原因：%2</translation>
    </message>
    <message>
        <source>The manifest of the data is damaged: %1</source>
        <translation>数据清单已损坏：%1</translation>
    </message>
    <message>
        <source>The manifest of the data is damaged: a line has no end.</source>
        <translation>数据清单已损坏：有一行没有结尾。</translation>
    </message>
    <message>
        <source>There is too little room for the data: %1 MiB are free in .lockstep, %2 MiB are needed. Free some space in the home folder there, or put .lockstep/data on a larger disk with a symbolic link.</source>
        <translation>存放数据的空间不足：.lockstep 中可用 %1 MiB，需要 %2 MiB。请在该主机的主目录中腾出空间，或用符号链接把 .lockstep/data 放到更大的磁盘上。</translation>
    </message>
    <message>
        <source>These data are being copied here, or too many others, or a request number that is in use.</source>
        <translation>这份数据正在复制到这里，或同时复制的太多，或请求编号已被占用。</translation>
    </message>
    <message>
        <source>This host has not got the data that it is to give.</source>
        <translation>这台主机上没有要它转交的数据。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is nothing that can be done to a rehearsal. Write SECONDS:ACT:HOST with pause, continue, slow, relieve, slow-data, relieve-data or kill, or SECONDS:ACT:END,END with cut, mend or limit=RATE, as 20:slow-data:gpu-1 or 20:limit=15Mbps:gpu-1,switch.</source>
        <translation>“%1”不是能对演练做的事。请写成 秒数:动作:主机，动作为 pause、continue、slow、relieve、slow-data、relieve-data 或 kill；或 秒数:动作:一端,另一端，动作为 cut、mend 或 limit=带宽，例如 20:slow-data:gpu-1 或 20:limit=15Mbps:gpu-1,switch。</translation>
    </message>
    <message>
        <source>copy data</source>
        <translation>复制数据</translation>
    </message>
    <message>
        <source>found %1, expected 64 hexadecimal digits in lower case.</source>
        <translation>得到 %1，应为 64 位小写十六进制数字。</translation>
    </message>
    <message>
        <source>found %1, which is below the world size.</source>
        <translation>是 %1，小于 world size。</translation>
    </message>
    <message>
        <source>found true, but with %1 the parts of the model cannot be dealt out anew; expected false, or another strategy.</source>
        <translation>设为了 true，但使用 %1 时模型的各部分无法重新分配；请设为 false，或换用其他策略。</translation>
    </message>
    <message>
        <source>found true, but with %1 the weights stand on servers, and what those of a host hold is lost with it; expected false, or another strategy.</source>
        <translation>设为了 true，但使用 %1 时权重放在服务器上，主机丢失时其上的部分也随之丢失；请设为 false，或换用其他策略。</translation>
    </message>
    <message>
        <source>nothing has moved for ten minutes</source>
        <translation>十分钟内没有任何数据移动</translation>
    </message>
    <message>
        <source>the other host has ended it</source>
        <translation>另一台主机已结束连接</translation>
    </message>
    <message>
        <source>what came is not what the other host sealed</source>
        <translation>收到的内容与另一台主机加密发出的不符</translation>
    </message>
    <message>
        <source>%1 are free on the disk where runs are kept, but the checkpoints that stay there take %2.</source>
        <translation>存放运行数据的磁盘剩余 %1，而要保留在上面的检查点需要 %2。</translation>
    </message>
    <message>
        <source>Choose a smaller batch, draw fewer ranks on this GPU, or compute the batch in pieces (Accumulate).</source>
        <translation>请减小批量、减少这块 GPU 上的 rank，或分块计算（梯度累积）。</translation>
    </message>
    <message>
        <source>Choose a smaller batch, draw fewer ranks on this host, or compute the batch in pieces (Accumulate).</source>
        <translation>请减小批量、减少这台主机上的 rank，或分块计算（梯度累积）。</translation>
    </message>
    <message>
        <source>Its ranks need about %1 of memory for this model, but it has %2.</source>
        <translation>训练该模型时，这台主机上的 rank 大约需要 %1 内存，而它只有 %2。</translation>
    </message>
    <message>
        <source>Its ranks need about %1 of memory for this model; %2 are free now.</source>
        <translation>训练该模型时，这台主机上的 rank 大约需要 %1 内存，目前可用 %2。</translation>
    </message>
    <message>
        <source>Make room there, let LOCKSTEP_HOME name a folder on a larger disk, or keep fewer checkpoints.</source>
        <translation>请在那里腾出空间，让 LOCKSTEP_HOME 指向更大磁盘上的文件夹，或少保留一些检查点。</translation>
    </message>
    <message>
        <source>Others use the rest at present. Unless they end before the run begins, its ranks may find no room.</source>
        <translation>其余部分目前被其他程序占用。如果它们在运行开始前没有结束，rank 可能无法得到足够的空间。</translation>
    </message>
    <message>
        <source>cuda:%1 has %2 of memory free now, and this model needs about %3 there.</source>
        <translation>cuda:%1 目前有 %2 显存可用，而该模型在上面大约需要 %3。</translation>
    </message>
    <message>
        <source>cuda:%1 has %2 of memory, but this model needs about %3 there.</source>
        <translation>cuda:%1 有 %2 显存，而该模型在上面大约需要 %3。</translation>
    </message>
    <message>
        <source>Connection refused</source>
        <translation>连接被拒绝</translation>
    </message>
    <message>
        <source>No route to host</source>
        <translation>没有到主机的路由</translation>
    </message>
    <message>
        <source>Network is unreachable</source>
        <translation>网络不可达</translation>
    </message>
    <message>
        <source>Connection timed out</source>
        <translation>连接超时</translation>
    </message>
    <message>
        <source>Connection reset by peer</source>
        <translation>连接被对方重置</translation>
    </message>
    <message>
        <source>Broken pipe</source>
        <translation>连接已断开</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>权限不足</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>没有这个文件或文件夹</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>磁盘空间已满</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>文件系统只读</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>超出磁盘配额</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>打开的文件过多</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>Address already in use</source>
        <translation>地址已被占用</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>输入/输出错误</translation>
    </message>
    <message>
        <source>Name or service not known</source>
        <translation>找不到这个主机名</translation>
    </message>
    <message>
        <source>Temporary failure in name resolution</source>
        <translation>暂时无法解析主机名</translation>
    </message>
    <message>
        <source>No address associated with hostname</source>
        <translation>这个主机名没有对应的地址</translation>
    </message>
    <message>
        <source>A package for forward compatibility (cuda-compat) stands before the NVIDIA driver of this host, and these GPUs are none that it serves (%1: %2). Take its folder out of LD_LIBRARY_PATH, or remove it, and install a newer driver where one is needed.</source>
        <translation>这台主机的 NVIDIA 驱动前面装了前向兼容包（cuda-compat），而它不支持这些 GPU（%1：%2）。请把它的文件夹从 LD_LIBRARY_PATH 中去掉，或者卸载它；需要更新的驱动时，请安装新驱动。</translation>
    </message>
    <message>
        <source>Network %1: %2</source>
        <translation>网络 %1：%2</translation>
    </message>
    <message>
        <source>The NVIDIA driver of this host does not start (%1: %2). See whether nvidia-smi lists the GPUs, and what the kernel log says of NVRM; after a sleep of the host, reloading the module nvidia_uvm or a restart helps.</source>
        <translation>这台主机的 NVIDIA 驱动无法启动（%1：%2）。请看 nvidia-smi 是否列出 GPU，以及内核日志中 NVRM 的内容；如果主机休眠过，重新加载 nvidia_uvm 模块或重启主机即可。</translation>
    </message>
    <message>
        <source>The NVIDIA driver of this host is not ready yet (%1: %2). GPUs that are linked by NVSwitch wait for the service nvidia-fabricmanager, which must be of the driver&apos;s version: see systemctl status nvidia-fabricmanager.</source>
        <translation>这台主机的 NVIDIA 驱动尚未就绪（%1：%2）。用 NVSwitch 相连的 GPU 需要 nvidia-fabricmanager 服务，其版本必须与驱动一致：请查看 systemctl status nvidia-fabricmanager。</translation>
    </message>
    <message>
        <source>The device %1 has compute capability %2, for which the driver must translate this engine&apos;s code, and it does not (%3): the code is of CUDA %4, and the driver serves CUDA up to %5. Install a newer driver, with its library libnvidia-ptxjitcompiler.so.1.</source>
        <translation>设备 %1 的计算能力是 %2，需要驱动转换本引擎的代码，但驱动没有做到（%3）：代码属于 CUDA %4，驱动最高支持 CUDA %5。请安装更新的驱动，并带上它的库 libnvidia-ptxjitcompiler.so.1。</translation>
    </message>
    <message>
        <source>The device %1 is not to be had (%2: %3): another program has it for itself. End that program (nvidia-smi lists it), or let several share the GPU: sudo nvidia-smi --compute-mode=DEFAULT.</source>
        <translation>无法使用设备 %1（%2：%3）：另一个程序独占了它。请结束那个程序（nvidia-smi 会列出它），或者允许多个程序共用这块 GPU：sudo nvidia-smi --compute-mode=DEFAULT。</translation>
    </message>
    <message>
        <source>The parts of this host&apos;s NVIDIA driver are of different versions (%1: %2), as after an update while it was running. Restart the host.</source>
        <translation>这台主机的 NVIDIA 驱动各部分版本不一致（%1：%2），这通常是在运行中更新驱动造成的。请重启主机。</translation>
    </message>
    <message>
        <source>This device cannot hold a part of the model %1. Choose another device, or another strategy than model-parallel.</source>
        <translation>这个设备不能存放模型 %1 的一段。请换用其他设备，或者不用模型并行而用其他策略。</translation>
    </message>
    <message>
        <source>found %1, expected one of the %2 known models. The nearest by name: %3.</source>
        <translation>%1 不是已知的 %2 个模型之一。名称最接近的是：%3。</translation>
    </message>
    <message>
        <source>the host</source>
        <translation>该主机</translation>
    </message>
    <message>
        <source>NCCL met an error of this host&apos;s system or of the network: %1 (%2). Look at the logs of the other ranks, at the network between the hosts, where NCCL uses ports of its own, and at this host&apos;s shared memory (df /dev/shm; docker run --shm-size=1g).</source>
        <translation>NCCL 遇到了这台主机的系统错误或网络错误：%1（%2）。请查看其他 rank 的日志、主机之间的网络（NCCL 在那里使用自己的端口），以及这台主机的共享内存（df /dev/shm；docker run --shm-size=1g）。</translation>
    </message>
    <message>
        <source>The device %1 hangs: after %3 s of waiting for %2 there was neither a result nor an error. See whether nvidia-smi answers on the host, and what the kernel log says in lines with &quot;NVRM&quot; or &quot;Xid&quot;; where nvidia-smi does not answer, only a restart of the host helps. Where something slows the device down (a profiler, compute-sanitizer), raise training.timeout_seconds.</source>
        <translation>设备 %1 卡住了：等了 %3 秒，%2 仍没有完成，也没有报错。请看看主机上的 nvidia-smi 有没有反应，以及内核日志中含“NVRM”或“Xid”的行；如果 nvidia-smi 没有反应，只能重启主机。如果是性能分析工具、compute-sanitizer 之类拖慢了设备，请调大 training.timeout_seconds。</translation>
    </message>
    <message>
        <source>a copy between its memory and that of this host</source>
        <translation>显存与主机内存之间的复制</translation>
    </message>
    <message>
        <source>new memory to be filled with zeros</source>
        <translation>新显存的清零</translation>
    </message>
    <message>
        <source>the copy of a batch to its memory</source>
        <translation>把一个批次复制到显存</translation>
    </message>
    <message>
        <source>the end of a step</source>
        <translation>一步的计算</translation>
    </message>
    <message>
        <source>the gradients of a step</source>
        <translation>一步的梯度</translation>
    </message>
    <message>
        <source>the loss of a step</source>
        <translation>一步的损失</translation>
    </message>
    <message>
        <source>the measurement of a convolution</source>
        <translation>一个卷积的测量</translation>
    </message>
    <message>
        <source>the update of the weights</source>
        <translation>权重的更新</translation>
    </message>
    <message>
        <source>the work that it was given</source>
        <translation>交给它的工作</translation>
    </message>
    <message>
        <source>Found SLURM_TASKS_PER_NODE=%1, expected a number for each of the %2 nodes of SLURM_JOB_NODELIST, such as 2(x3),1; every node gets one rank.</source>
        <translation>SLURM_TASKS_PER_NODE=%1 不对：应当给 SLURM_JOB_NODELIST 的 %2 个节点各写一个数，例如 2(x3),1；现在每个节点一个 rank。</translation>
    </message>
    <message>
        <source>Gradients as they are would take %1 of a step; computing takes %2.</source>
        <translation>原样交换梯度的话，一步中需 %1；计算需 %2。</translation>
    </message>
    <message>
        <source>Over %1 gradients as they are would take %2 of a step; computing takes %3.</source>
        <translation>经过 %1 的链路，原样交换梯度的话，一步中需 %2；计算需 %3。</translation>
    </message>
    <message>
        <source>The supervisor on %1 cannot go on: %2</source>
        <translation>%1 上的监管进程无法继续：%2</translation>
    </message>
    <message>
        <source>They would cross while backward goes on: %1, as chosen, gains nothing.</source>
        <translation>它们本可在反向传播的同时传输：所选的 %1 并不会更快。</translation>
    </message>
    <message>
        <source>With %1, %2 times less crosses: %3 a step.</source>
        <translation>采用 %1 时，传输量减为 1/%2：一步 %3。</translation>
    </message>
    <message>
        <source>With %1, as chosen, %2 times less crosses: %3 a step, %4 times faster than without.</source>
        <translation>所选的 %1 使传输量减为 1/%2：一步 %3，比不用时快 %4 倍。</translation>
    </message>
    <message>
        <source>With %1, as chosen, %2 times less crosses: %3 a step.</source>
        <translation>所选的 %1 使传输量减为 1/%2：一步 %3。</translation>
    </message>
    <message>
        <source>With %1, as chosen, a step takes %2.</source>
        <translation>采用所选的 %1 时，一步需 %2。</translation>
    </message>
    <message>
        <source>With all-reduce they would cross while backward goes on; with %1, as chosen, a step takes %2.</source>
        <translation>采用全规约的话，它们会在反向传播的同时传输；采用所选的 %1 时，一步需 %2。</translation>
    </message>
    <message>
        <source>Stopped as asked, without the device %1: after %3 s of waiting for %2 it had not come so far. What was trained since the last checkpoint is lost.</source>
        <translation>已按要求停止，没有再等设备 %1：等了 %3 秒，%2仍没有完成。上一个检查点之后的训练成果已丢失。</translation>
    </message>
    <message>
        <source>a call of its driver to come back (%1)</source>
        <translation>对驱动的调用（%1）</translation>
    </message>
    <message>
        <source>The model was trained for %1 classes, but these data have %2. Choose data with the same classes, in the same order.</source>
        <translation>该模型按 %1 个类别训练，而这些数据有 %2 个类别。请选择类别及其顺序都相同的数据。</translation>
    </message>
</context>
<context>
    <name>GpuTexts</name>
    <message>
        <source>its power limit</source>
        <translation>功率上限</translation>
    </message>
    <message>
        <source>heat</source>
        <translation>温度过高</translation>
    </message>
    <message>
        <source>the machine&apos;s power supply</source>
        <translation>机器的供电</translation>
    </message>
    <message>
        <source>a protection of the card</source>
        <translation>显卡的保护机制</translation>
    </message>
    <message>
        <source>clocks that somebody set</source>
        <translation>人为设定的频率</translation>
    </message>
    <message>
        <source>the pace of other GPUs</source>
        <translation>与其他 GPU 同步</translation>
    </message>
    <message>
        <source>Nothing holds its clocks back.</source>
        <translation>时钟频率没有受到限制。</translation>
    </message>
    <message>
        <source>Its clocks are held back by: %1.</source>
        <translation>时钟频率受到限制，原因：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>%1 of %2 GiB</source>
        <translation>%1 / %2 GiB</translation>
    </message>
    <message>
        <source>Clock: %1 MHz</source>
        <translation>核心频率：%1 MHz</translation>
    </message>
    <message>
        <source>Memory clock: %1 MHz</source>
        <translation>显存频率：%1 MHz</translation>
    </message>
</context>
<context>
    <name>Headless</name>
    <message>
        <source>The experiment can run.</source>
        <translation>这个实验可以运行。</translation>
    </message>
    <message>
        <source>Train an experiment and show its progress.</source>
        <translation>训练一个实验并显示进度。</translation>
    </message>
    <message>
        <source>List the runs, newest first.</source>
        <translation>列出所有运行，最新的在前。</translation>
    </message>
    <message>
        <source>Watch a run until it ends.</source>
        <translation>观看一次运行直到结束。</translation>
    </message>
    <message>
        <source>End a run: finish the step, write a checkpoint, leave.</source>
        <translation>结束一次运行：完成当前一步，写入检查点，然后退出。</translation>
    </message>
    <message>
        <source>Go on with a run from its newest checkpoint.</source>
        <translation>从最新的检查点继续一次运行。</translation>
    </message>
    <message>
        <source>Train the built-in digits on this computer and draw the curves.</source>
        <translation>在本机上训练内置的手写数字，并画出曲线。</translation>
    </message>
    <message>
        <source>Set a key of the document, as training.batch=100.</source>
        <translation>设置文档中的一个键，例如 training.batch=100。</translation>
    </message>
    <message>
        <source>Go on with this run instead; leave EXPERIMENT out.</source>
        <translation>改为继续这次运行；此时不要写 EXPERIMENT。</translation>
    </message>
    <message>
        <source>Where runs are kept.</source>
        <translation>保存各次运行的文件夹。</translation>
    </message>
    <message>
        <source>End stdout with one line of JSON; progress goes to stderr.</source>
        <translation>标准输出的最后一行是 JSON；进度写到标准错误。</translation>
    </message>
    <message>
        <source>A private key to log in with; may be repeated.</source>
        <translation>登录用的私钥；可以重复给出。</translation>
    </message>
    <message>
        <source>Host keys to trust instead of the usual files; may be repeated. New ones are added to the first.</source>
        <translation>代替默认文件的受信任主机密钥文件；可以重复给出，新密钥会加到第一个文件里。</translation>
    </message>
    <message>
        <source>Read the document only: no data, no hosts.</source>
        <translation>只检查文档：不看数据，也不连主机。</translation>
    </message>
    <message>
        <source>Say this.</source>
        <translation>显示本帮助。</translation>
    </message>
    <message>
        <source>curves %1</source>
        <translation>曲线 %1</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>运行 %1</translation>
    </message>
    <message>
        <source>Stopping after this step. Press Ctrl-C again to leave the run to itself.</source>
        <translation>将在这一步之后停止。再按一次 Ctrl-C 则离开，让运行自己继续。</translation>
    </message>
    <message>
        <source>The run goes on without you: lockstep attach %1</source>
        <translation>运行会继续；要再次观看：lockstep attach %1</translation>
    </message>
    <message>
        <source>To go on from its newest checkpoint: lockstep resume %1</source>
        <translation>要从它最新的检查点继续：lockstep resume %1</translation>
    </message>
    <message>
        <source>To try it again: lockstep resume %1</source>
        <translation>要再试一次：lockstep resume %1</translation>
    </message>
    <message>
        <source>folder %1</source>
        <translation>文件夹 %1</translation>
    </message>
    <message>
        <source>%1 shows an unknown %2 key: %3</source>
        <translation>%1 出示了未知的 %2 密钥：%3</translation>
    </message>
    <message>
        <source>Trust it only if ssh-keygen -lf prints the same on that host. Trust it? (yes/no)</source>
        <translation>只有当那台主机上 ssh-keygen -lf 的输出与此相同时才可信任。信任它吗？(yes/no)</translation>
    </message>
    <message>
        <source>There is no terminal to ask on, so it is refused. Add the key with ssh-keyscan to a file and name it with --known-hosts, or connect once with ssh.</source>
        <translation>没有可以询问的终端，因此拒绝连接。请用 ssh-keyscan 把密钥写入一个文件并用 --known-hosts 指明，或先用 ssh 连接一次。</translation>
    </message>
    <message>
        <source>Password for %1:</source>
        <translation>%1 的密码：</translation>
    </message>
    <message>
        <source>Passphrase of %1:</source>
        <translation>%1 的口令：</translation>
    </message>
    <message>
        <source>The last answer was refused.</source>
        <translation>上次的回答被拒绝。</translation>
    </message>
    <message>
        <source>There is no terminal to ask on. Name a key with --identity, or load one into the agent.</source>
        <translation>没有可以询问的终端。请用 --identity 指明一个密钥，或把密钥加入 ssh-agent。</translation>
    </message>
    <message>
        <source>No runs in %1 yet.</source>
        <translation>%1 中还没有运行。</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>%1  epoch %2 of %3  step %4 of %5  loss %6  %7 samples/s  %8</source>
        <translation>%1  第 %2/%3 轮  第 %4/%5 步  损失 %6  %7 样本/秒  %8</translation>
    </message>
    <message>
        <source>epoch %1 of %2: training loss %3, validation loss %4, accuracy %5 %</source>
        <translation>第 %1/%2 轮：训练损失 %3，验证损失 %4，准确率 %5 %</translation>
    </message>
    <message numerus="yes">
        <source>… and %Ln more rank(s)</source>
        <translation>
            <numerusform>… 还有 %Ln 个 rank</numerusform>
        </translation>
    </message>
    <message>
        <source>RUN is an id, the beginning of one, a folder, or &quot;last&quot;.</source>
        <translation>RUN 可以是运行的 id、id 的开头、文件夹，或 &quot;last&quot;（最近一次）。</translation>
    </message>
    <message>
        <source>Lockstep trains neural networks on several devices and lets you watch every rank.</source>
        <translation>Lockstep 在多个设备上训练神经网络，并让您看到每个 rank 的情况。</translation>
    </message>
    <message>
        <source>Open the window.</source>
        <translation>打开窗口。</translation>
    </message>
    <message>
        <source>lockstep COMMAND --help lists the options of a command.</source>
        <translation>lockstep 命令 --help 会列出该命令的选项。</translation>
    </message>
    <message>
        <source>The exit code is that of the run: 0 when it trained to its end.</source>
        <translation>退出码就是运行的退出码：训练到结束时为 0。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln damaged journal line(s) were left out.</source>
        <translation>
            <numerusform>略过了 %Ln 行损坏的日志记录。</numerusform>
        </translation>
    </message>
    <message>
        <source>warning: %1</source>
        <translation>警告：%1</translation>
    </message>
    <message>
        <source>Make every sum in a fixed order: training.deterministic=true.</source>
        <translation>按固定顺序进行所有求和：training.deterministic=true。</translation>
    </message>
    <message>
        <source>Options of the window:</source>
        <translation>窗口的选项：</translation>
    </message>
    <message>
        <source>The language of the window, instead of the one in the settings.</source>
        <translation>窗口的语言，代替设置中的语言。</translation>
    </message>
    <message>
        <source>The theme of the window, instead of the one in the settings.</source>
        <translation>窗口的主题，代替设置中的主题。</translation>
    </message>
    <message>
        <source>Print the time to the first paint in ms, and quit.</source>
        <translation>显示首次绘制所用的时间（毫秒），然后退出。</translation>
    </message>
    <message>
        <source>Say which version this is.</source>
        <translation>显示版本。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>state: why</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>host: state</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>state. why</comment>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>Train so many epochs more than the run was to, all of them: it does not stop early.</source>
        <translation>比该运行原定的轮数再多训练这么多轮，并全部训练完：不会提前停止。</translation>
    </message>
    <message>
        <source>Say everything that keeps an experiment from running; its hosts are tested.</source>
        <translation>说明实验不能运行的所有原因；其主机会被测试。</translation>
    </message>
    <message>
        <source>The file to write: a .png, .svg or .pdf (also -o).</source>
        <translation>要写入的文件：.png、.svg 或 .pdf（也可用 -o）。</translation>
    </message>
    <message>
        <source>note: %1</source>
        <translation>说明：%1</translation>
    </message>
    <message>
        <source>With the checkpoints that are on this computer, in a .lockstep-run.</source>
        <translation>连同本机上的检查点一起写入 .lockstep-run。</translation>
    </message>
    <message>
        <source>Put a run that came as a .lockstep-run among your own.</source>
        <translation>把 .lockstep-run 文件中的运行放进自己的运行列表。</translation>
    </message>
    <message>
        <source>Draw the curves of a run, or of another program&apos;s log, on a page for print.</source>
        <translation>把一次运行（或其他程序的日志）的曲线画成可打印的页面。</translation>
    </message>
    <message>
        <source>The file to write: a .json (also -o).</source>
        <translation>要写的文件：.json（也可用 -o）。</translation>
    </message>
    <message>
        <source>Write when the parts of the steps were under way, for ui.perfetto.dev.</source>
        <translation>写出每步各部分的起止时间，供 ui.perfetto.dev 查看。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln step(s) written to %1</source>
        <translation>
            <numerusform>已将 %Ln 步写入 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Send hosts with GPUs the libraries of NVIDIA that they lack and this computer has; lockstep check tells which, and their sizes.</source>
        <translation>把带 GPU 的主机缺少而本机拥有的 NVIDIA 库发送过去；lockstep check 会列出是哪些库以及大小。</translation>
    </message>
    <message>
        <source>Send them? (yes/no)</source>
        <translation>要发送吗？（yes/no）</translation>
    </message>
    <message>
        <source>There is no terminal to ask on, so nothing is sent. Add --ship-cuda to send them.</source>
        <translation>没有可供询问的终端，因此不发送任何内容。要发送，请加上 --ship-cuda。</translation>
    </message>
    <message>
        <source>The values of a key: a list as 0.1,0.01, or a range as 16..64:4 or 1e-4..0.1:4:log; every value of one key goes with every value of the others.</source>
        <translation>一个键的取值：列表如 0.1,0.01，范围如 16..64:4 或 1e-4..0.1:4:log；每个键的每个值都与其他键的每个值组合。</translation>
    </message>
    <message>
        <source>The first values of all keys go together, then the second ones, and so on.</source>
        <translation>各键的第一个值组合在一起，然后是第二个值，依此类推。</translation>
    </message>
    <message>
        <source>So many runs at the same time, each on hosts of its own.</source>
        <translation>同时进行的运行次数，各用各的主机。</translation>
    </message>
    <message>
        <source>Go on with what is left of this sweep (&quot;last&quot;: the newest); leave EXPERIMENT out.</source>
        <translation>接着做这个参数扫描中剩下的部分（“last”：最新的一个）；不要写 EXPERIMENT。</translation>
    </message>
    <message>
        <source>Train an experiment with several values of its keys, one run after the other.</source>
        <translation>用几组取值依次训练一个实验。</translation>
    </message>
    <message>
        <source>%1: run %2</source>
        <comment>which of the sweep: id</comment>
        <translation>%1：运行 %2</translation>
    </message>
    <message>
        <source>sweep %1</source>
        <translation>参数扫描 %1</translation>
    </message>
    <message>
        <source>Go on with what is left: lockstep sweep --resume %1</source>
        <translation>接着做剩下的部分：lockstep sweep --resume %1</translation>
    </message>
    <message>
        <source>%1, copy here</source>
        <translation>%1，本机有副本</translation>
    </message>
    <message>
        <source>copy here</source>
        <translation>本机副本</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>未校验</translation>
    </message>
    <message>
        <source>whole</source>
        <translation>完好</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>The run had ended already.</source>
        <translation>这次运行此前已经结束。</translation>
    </message>
    <message>
        <source>The run has no checkpoints.</source>
        <translation>这次运行没有检查点。</translation>
    </message>
    <message>
        <source>Begin at the checkpoint of this step; those after it are deleted. lockstep checkpoints lists them.</source>
        <translation>从这一步的检查点开始；它之后的检查点会删掉。lockstep checkpoints 列出全部检查点。</translation>
    </message>
    <message>
        <source>Compare every byte with the checksums, wherever the checkpoints are.</source>
        <translation>逐字节核对校验和，不论检查点放在哪里。</translation>
    </message>
    <message>
        <source>Copy the checkpoint of this step to this computer.</source>
        <translation>把这一步的检查点复制到本机。</translation>
    </message>
    <message>
        <source>Delete the checkpoint of this step, here and from its host.</source>
        <translation>删除这一步的检查点，本机和主机上的都删。</translation>
    </message>
    <message>
        <source>List the checkpoints of a run; verify, fetch or delete them.</source>
        <translation>列出一次运行的检查点；校验、取回或删除它们。</translation>
    </message>
    <message>
        <source>What to write: a report as .html or .pdf, a .csv, .jsonl or .lockstep-run, or a folder for TensorBoard (also -o).</source>
        <translation>写成什么：.html 或 .pdf 的报告，.csv、.jsonl 或 .lockstep-run，或者给 TensorBoard 的文件夹（也可写作 -o）。</translation>
    </message>
    <message>
        <source>Without the text logs, in a .lockstep-run.</source>
        <translation>写 .lockstep-run 时不带文本日志。</translation>
    </message>
    <message>
        <source>Write a run for other programs, as a report, or as one file for another desktop.</source>
        <translation>把一次运行写给其他程序、写成报告，或者写成一个文件带到另一台电脑。</translation>
    </message>
    <message>
        <source>not possible: %1</source>
        <translation>不可用：%1</translation>
    </message>
    <message>
        <source>the quickest safe one</source>
        <translation>安全且最快</translation>
    </message>
    <message>
        <source>%1 over %2</source>
        <translation>%1，经 %2</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>A step</source>
        <translation>每步</translation>
    </message>
    <message>
        <source>An epoch</source>
        <translation>每轮</translation>
    </message>
    <message>
        <source>Slowest part, in a step</source>
        <translation>最慢处每步的流量</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Train an experiment on this computer, over links as slow as the drawn ones.</source>
        <translation>在这台电脑上训练实验，链路与图上画的一样慢。</translation>
    </message>
    <message>
        <source>Stopping after this step. Press Ctrl-C again to end it at once.</source>
        <translation>这一步做完就停止。再按一次 Ctrl-C 立即结束。</translation>
    </message>
    <message>
        <source>The rehearsal ends here.</source>
        <translation>演练到此结束。</translation>
    </message>
    <message>
        <source>How this computer becomes the hosts: user (namespaces), root, or loopback.</source>
        <translation>这台电脑怎样变成各台主机：user（命名空间）、root 或 loopback（回环）。</translation>
    </message>
    <message>
        <source>Put the path of the copies into the document.</source>
        <translation>把副本的路径写进文档。</translation>
    </message>
    <message>
        <source>Copy the data of an experiment to its hosts; what was cut off goes on.</source>
        <translation>把实验的数据复制到它的各台主机；中断过的接着传。</translation>
    </message>
    <message>
        <source>Reading the data: %1</source>
        <translation>正在读取数据：%1</translation>
    </message>
    <message>
        <source>attempt %1 has ended, another one follows: %2</source>
        <translation>第 %1 次尝试已结束，将自动重试：%2</translation>
    </message>
    <message>
        <source>All of it ends with this command.</source>
        <translation>命令一结束，这一切也就结束。</translation>
    </message>
    <message>
        <source>Who hands out the hosts: Slurm (without this option), or Grid Engine.</source>
        <translation>由谁分配主机：Slurm（默认），或 Grid Engine。</translation>
    </message>
    <message>
        <source>An option for the scheduler, as --option=--partition=gpu; may be repeated.</source>
        <translation>传给调度器的选项，例如 --option=--partition=gpu；可以重复。</translation>
    </message>
    <message>
        <source>Grid Engine&apos;s parallel environment, of one slot on each host.</source>
        <translation>Grid Engine 的并行环境，每台主机一个槽位。</translation>
    </message>
    <message>
        <source>Show the script, and do no more.</source>
        <translation>只显示脚本，不做其他事。</translation>
    </message>
    <message>
        <source>Train an experiment on hosts that a scheduler hands out, and watch it.</source>
        <translation>在调度器分配的主机上训练实验，并查看进度。</translation>
    </message>
    <message>
        <source>Show the commands that a person would type to do the same by hand.</source>
        <translation>显示手工做同样的事要输入的命令。</translation>
    </message>
    <message>
        <source>The job %1 goes its way; %2 %1 takes it back.</source>
        <translation>作业 %1 照常进行；用 %2 %1 可以取消。</translation>
    </message>
    <message>
        <source>waiting for hosts (%1)</source>
        <translation>正在等待主机（%1）</translation>
    </message>
    <message>
        <source>The job has ended before it trained. %1</source>
        <translation>作业还没有开始训练就结束了。%1</translation>
    </message>
    <message>
        <source>running on %1</source>
        <translation>正在 %1 上运行</translation>
    </message>
    <message>
        <source>job %1, run %2, script %3</source>
        <translation>作业 %1，运行 %2，脚本 %3</translation>
    </message>
    <message>
        <source>HOST is user@host:port or a name of ~/.ssh/config; with neither it nor an EXPERIMENT, this computer is asked. RUN and WHAT are the beginning of an id or of a hash.</source>
        <translation>HOST 写作 user@host:port，或者 ~/.ssh/config 里的名字；HOST 和 EXPERIMENT 都不写，就查看本机。RUN 和 WHAT 写标识或散列值的开头几位即可。</translation>
    </message>
    <message>
        <source>Put a run that was begun on another desktop among your own: watch, stop and resume it.</source>
        <translation>把别的桌面启动的运行收为己有：可以观看、停止、接着训练。</translation>
    </message>
    <message>
        <source>End a run, whoever began it: finish the step, write a checkpoint, leave. Of one that has ended, end the processes that it left.</source>
        <translation>结束一次运行，不论是谁启动的：做完这一步，写入检查点，然后退出。如果它已经结束，就清除它遗留的进程。</translation>
    </message>
    <message>
        <source>Delete from the hosts a run that has ended, with its checkpoints, or a deployment that nothing uses; &quot;ended&quot; and &quot;unused&quot; are all of them. May be repeated.</source>
        <translation>从主机上删除一次已结束的运行（连同检查点），或者一份没人用的部署；写 “ended” 或 “unused” 就是全部这样的。可以重复使用。</translation>
    </message>
    <message>
        <source>List what hosts keep: runs, whoever began them, and deployments; adopt, end, remove.</source>
        <translation>列出主机上存着的运行（不论是谁启动的）和部署；收为己有、结束、删除。</translation>
    </message>
    <message>
        <source>%1 is one of your runs now: lockstep attach %1 watches it.</source>
        <translation>%1 现在也是您的运行了：用 lockstep attach %1 观看。</translation>
    </message>
    <message>
        <source>%1 finishes its step, saves and ends.</source>
        <translation>%1 会做完这一步，保存后结束。</translation>
    </message>
    <message>
        <source>The processes that %1 left are ended.</source>
        <translation>%1 遗留的进程已结束。</translation>
    </message>
    <message>
        <source>%1 is removed: %2 freed.</source>
        <translation>%1 已删除，腾出 %2。</translation>
    </message>
    <message>
        <source>Its host %1 is the computer from which the run was begun; what happens there cannot be watched from here.</source>
        <translation>它的主机 %1 就是启动这次运行的那台电脑，从这里看不到那上面的情况。</translation>
    </message>
    <message>
        <source>yours</source>
        <translation>您的</translation>
    </message>
    <message>
        <source>not yours</source>
        <translation>别人的</translation>
    </message>
    <message>
        <source>Do this so long after training has begun, as 20:slow-data:gpu-1. May be repeated. For a host: pause, continue, slow, relieve, slow-data, relieve-data, kill; for a link, by its ends: 20:limit=15Mbps:gpu-1,switch, cut, mend.</source>
        <translation>训练开始若干秒后做这件事，如 20:slow-data:gpu-1。可重复。对主机：pause、continue、slow、relieve、slow-data、relieve-data、kill；对链路（写出两端）：20:limit=15Mbps:gpu-1,switch、cut、mend。</translation>
    </message>
    <message>
        <source>From host to host, or from this computer to each of them; without it the way that is faster by the drawing, where this computer stands in it.</source>
        <translation>从主机到主机依次传递（chain），或由本机分别发送（direct）；不加时，如果本机画在图上，就选按图上带宽较快的方式。</translation>
    </message>
    <message>
        <source>From host to host: %1</source>
        <translation>从主机到主机：%1</translation>
    </message>
    <message>
        <source>From this computer to each host.</source>
        <translation>由本机发送给每台主机。</translation>
    </message>
    <message>
        <source>Everything is as drawn again.</source>
        <translation>一切恢复原样。</translation>
    </message>
</context>
<context>
    <name>Inventory</name>
    <message>
        <source>This computer</source>
        <translation>本机</translation>
    </message>
    <message numerus="yes">
        <source>%1; %Ln process(es) left</source>
        <translation>
            <numerusform>%1；遗留 %Ln 个进程</numerusform>
        </translation>
    </message>
    <message>
        <source>Engine %1</source>
        <translation>引擎 %1</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s libraries %1</source>
        <translation>NVIDIA 的库 %1</translation>
    </message>
    <message>
        <source>used by %1</source>
        <translation>%1 在用</translation>
    </message>
    <message numerus="yes">
        <source>used by %Ln run(s)</source>
        <translation>
            <numerusform>%Ln 次运行在用</numerusform>
        </translation>
    </message>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>still arriving</source>
        <translation>还在传输</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>没人用</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>Copying the engine: %1 of %2…</source>
        <translation>正在复制引擎：%1 / %2…</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查看…</translation>
    </message>
    <message>
        <source>Weighing: %1 so far…</source>
        <translation>正在统计大小：已有 %1…</translation>
    </message>
    <message>
        <source>Given up</source>
        <translation>已放弃</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <extracomment>&quot;3 runs, 1.2 GB&quot; and &quot;2 deployments, 130 MB&quot;</extracomment>
        <translation>%1；%2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s), %1</source>
        <translation>
            <numerusform>%Ln 次运行，%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln deployment(s), %1</source>
        <translation>
            <numerusform>%Ln 份部署，%1</numerusform>
        </translation>
    </message>
    <message>
        <source>End “%1”?</source>
        <translation>要结束“%1”吗？</translation>
    </message>
    <message numerus="yes">
        <source>End %Ln run(s)?</source>
        <translation>
            <numerusform>要结束 %Ln 次运行吗？</numerusform>
        </translation>
    </message>
    <message>
        <source>A run that goes on finishes its step, writes a checkpoint and ends on all its hosts, whoever began it and whoever watches it.</source>
        <translation>正在进行的运行会做完这一步，写入检查点，然后在它的所有主机上结束，不论是谁启动的、谁在看。</translation>
    </message>
    <message>
        <source>The processes that it left are killed.</source>
        <translation>它遗留的进程会被清除。</translation>
    </message>
    <message>
        <source>End runs</source>
        <translation>结束运行</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Delete “%1” and free %2?</source>
        <translation>要删除“%1”、腾出 %2 吗？</translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln item(s) and free %1?</source>
        <translation>
            <numerusform>要删除 %Ln 项、腾出 %1 吗？</numerusform>
        </translation>
    </message>
    <message>
        <source>What the runs left on their hosts is deleted for good, checkpoints, journals and logs; copies on this computer stay.</source>
        <translation>这些运行留在主机上的一切都会永久删除，包括检查点、记录和日志；本机上的副本保留。</translation>
    </message>
    <message>
        <source>A deployment is copied again when it is needed.</source>
        <translation>部署在需要时会重新复制过去。</translation>
    </message>
    <message>
        <source>Delete from hosts</source>
        <translation>从主机上删除</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
</context>
<context>
    <name>MetricText</name>
    <message>
        <source>Training loss</source>
        <translation>训练损失</translation>
    </message>
    <message>
        <source>The loss of every rank on its samples, step by step.</source>
        <translation>每个 rank 在自己样本上的损失，逐步显示。</translation>
    </message>
    <message>
        <source>Training accuracy</source>
        <translation>训练准确率</translation>
    </message>
    <message>
        <source>The share of right answers among the samples of a step.</source>
        <translation>一步的样本中答对的比例。</translation>
    </message>
    <message>
        <source>Training top-5 accuracy</source>
        <translation>训练 top-5 准确率</translation>
    </message>
    <message>
        <source>The share of samples whose right answer is among the five that the model holds likeliest.</source>
        <translation>正确答案位于模型认为最可能的五个之中的样本比例。</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>How far each step follows its gradient, as the schedule has it.</source>
        <translation>每一步沿梯度走多远，由学习率计划决定。</translation>
    </message>
    <message>
        <source>Samples per second</source>
        <translation>每秒样本数</translation>
    </message>
    <message>
        <source>samples/s</source>
        <translation>样本/秒</translation>
    </message>
    <message>
        <source>How many samples each rank trains with in a second.</source>
        <translation>每个 rank 每秒训练多少样本。</translation>
    </message>
    <message>
        <source>Data wait</source>
        <translation>等待数据</translation>
    </message>
    <message>
        <source>How long a step waited for its batch. Near zero when reading keeps up with training.</source>
        <translation>一步等待其批次的时间。读取跟得上训练时接近零。</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>The forward pass of a step on this rank&apos;s device.</source>
        <translation>一步在该 rank 设备上的前向计算。</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>The backward pass of a step on this rank&apos;s device, with the communication that hides behind it.</source>
        <translation>一步在该 rank 设备上的反向计算，包括隐藏在其中的通信。</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>How long a step waited for the other ranks, beyond what was hidden behind the backward pass.</source>
        <translation>一步等待其他 rank 的时间，不含隐藏在反向计算中的部分。</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>The update of the weights.</source>
        <translation>权重的更新。</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Time of a step</source>
        <translation>一步的时间</translation>
    </message>
    <message>
        <source>Loss scale</source>
        <translation>损失缩放</translation>
    </message>
    <message>
        <source>What the loss is multiplied with so that 16-bit gradients keep their small values; it halves when they overflow.</source>
        <translation>损失所乘的系数，使 16 位梯度保留较小的数值；溢出时减半。</translation>
    </message>
    <message>
        <source>Processor load</source>
        <translation>处理器负载</translation>
    </message>
    <message>
        <source>How busy the processor cores of a rank are.</source>
        <translation>该 rank 的处理器核心有多忙。</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>How much memory a rank takes on its host.</source>
        <translation>该 rank 在其主机上占用的内存。</translation>
    </message>
    <message>
        <source>GPU load</source>
        <translation>GPU 负载</translation>
    </message>
    <message>
        <source>The share of the time in which the GPU of a rank computed, for whomever. Far below 100 % something else is the limit: the data, the network, or a batch that is too small.</source>
        <translation>该 rank 的 GPU 处于计算状态的时间比例（不论为谁计算）。若远低于 100 %，瓶颈在别处：数据、网络，或批次太小。</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU 显存</translation>
    </message>
    <message>
        <source>How much memory of the GPU of a rank is in use, by all that runs on it.</source>
        <translation>该 rank 的 GPU 上已用的显存，包括其上运行的全部程序。</translation>
    </message>
    <message>
        <source>GPU memory in all</source>
        <translation>GPU 显存总量</translation>
    </message>
    <message>
        <source>GPU temperature</source>
        <translation>GPU 温度</translation>
    </message>
    <message>
        <source>A GPU that is too hot slows itself down.</source>
        <translation>GPU 过热时会自行降速。</translation>
    </message>
    <message>
        <source>GPU power</source>
        <translation>GPU 功率</translation>
    </message>
    <message>
        <source>What the card of a rank draws, memory included.</source>
        <translation>该 rank 的显卡功耗，含显存。</translation>
    </message>
    <message>
        <source>GPU clock</source>
        <translation>GPU 频率</translation>
    </message>
    <message>
        <source>GPU memory clock</source>
        <translation>显存频率</translation>
    </message>
    <message>
        <source>Sent to other ranks or servers</source>
        <translation>发给其他 rank 或服务器</translation>
    </message>
    <message>
        <source>Since the sample before.</source>
        <translation>自上次采样以来。</translation>
    </message>
    <message>
        <source>Received from other ranks or servers</source>
        <translation>从其他 rank 或服务器接收</translation>
    </message>
    <message>
        <source>Time in collectives</source>
        <translation>集合通信时间</translation>
    </message>
    <message>
        <source>Training loss of an epoch</source>
        <translation>每轮训练损失</translation>
    </message>
    <message>
        <source>The mean over all ranks and steps of the epoch.</source>
        <translation>该轮内所有 rank 和各步的平均值。</translation>
    </message>
    <message>
        <source>Time of an epoch</source>
        <translation>一轮的时间</translation>
    </message>
    <message>
        <source>Validation loss</source>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>A validation loss that rises while the training loss falls tells of overfitting.</source>
        <translation>训练损失下降而验证损失上升，说明过拟合。</translation>
    </message>
    <message>
        <source>Validation accuracy</source>
        <translation>验证准确率</translation>
    </message>
    <message>
        <source>The share of right answers on the validation data.</source>
        <translation>在验证数据上答对的比例。</translation>
    </message>
    <message>
        <source>Validation top-5 accuracy</source>
        <translation>验证 top-5 准确率</translation>
    </message>
    <message>
        <source>Sent to %1</source>
        <translation>发给 %1</translation>
    </message>
    <message>
        <source>Received from %1</source>
        <translation>从 %1 接收</translation>
    </message>
    <message>
        <source>Waited for %1</source>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Communication between ranks</source>
        <translation>rank 间通信</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Evaluations</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Loss on %1</source>
        <translation>%1 上的损失</translation>
    </message>
    <message>
        <source>Accuracy on %1</source>
        <translation>%1 上的准确率</translation>
    </message>
    <message>
        <source>Top-5 accuracy on %1</source>
        <translation>%1 上的 top-5 准确率</translation>
    </message>
    <message>
        <source>Busy sending to %1</source>
        <translation>正在向 %1 发送</translation>
    </message>
    <message>
        <source>Rate to %1</source>
        <translation>到 %1 的速率</translation>
    </message>
    <message>
        <source>Round trip to %1</source>
        <translation>到 %1 的往返时间</translation>
    </message>
    <message>
        <source>Segments resent to %1</source>
        <translation>向 %1 重传的报文段</translation>
    </message>
    <message>
        <source>Congestion window to %1</source>
        <translation>到 %1 的拥塞窗口</translation>
    </message>
    <message>
        <source>server %1</source>
        <translation>服务器 %1</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>Staleness of gradients</source>
        <translation>梯度陈旧度</translation>
    </message>
    <message>
        <source>updates</source>
        <translation>次更新</translation>
    </message>
    <message>
        <source>How many updates of other ranks came between the weights that a gradient was computed from and its own update.</source>
        <translation>从取得计算梯度所用的权重，到这个梯度更新权重之间，其他 rank 已更新了多少次。</translation>
    </message>
    <message>
        <source>each server</source>
        <translation>各服务器</translation>
    </message>
    <message>
        <source>each rank</source>
        <translation>各 rank</translation>
    </message>
    <message>
        <source>Forward, backward and optimiser of a step on this rank&apos;s device, and compressing its gradients.</source>
        <translation>一步在该 rank 设备上的前向、反向和优化器，以及压缩梯度。</translation>
    </message>
    <message>
        <source>The whole step: data, forward, backward, compression, communication, optimiser.</source>
        <translation>整个一步：数据、前向、反向、压缩、通信、优化器。</translation>
    </message>
    <message>
        <source>Compression</source>
        <translation>压缩</translation>
    </message>
    <message>
        <source>How long the processor of a rank compressed gradients, and restored them, after the backward pass. Where this is longer than what it saves of the communication, less compression is faster.</source>
        <translation>反向传播之后，该 rank 的处理器压缩和还原梯度用了多久。如果这比压缩省下的通信时间还长，少压缩一些反而更快。</translation>
    </message>
</context>
<context>
    <name>PlotCurves</name>
    <message>
        <source>not a number</source>
        <translation>不是数</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Lowest</source>
        <translation>最低</translation>
    </message>
    <message>
        <source>Highest</source>
        <translation>最高</translation>
    </message>
    <message>
        <source>%1 ranks (density)</source>
        <translation>%1 个 rank（密度）</translation>
    </message>
    <message>
        <source>Mean (smoothed)</source>
        <translation>平均（平滑）</translation>
    </message>
    <message numerus="yes">
        <source>…and %Ln more</source>
        <translation>
            <numerusform>……还有 %Ln 条</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (far from the others)</source>
        <translation>%1（远离其他 rank）</translation>
    </message>
    <message>
        <source>%1, rank %2</source>
        <translation>%1，rank %2</translation>
    </message>
</context>
<context>
    <name>PlotSpec</name>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Epoch %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>Where the time of a step goes</source>
        <translation>一步的时间花在哪里</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>%1
appears here after each epoch.</source>
        <translation>%1
将在每轮之后显示在这里。</translation>
    </message>
    <message>
        <source>%1
appears here as the ranks report it.</source>
        <translation>%1
将随各 rank 的报告显示在这里。</translation>
    </message>
    <message>
        <source>Samples of all ranks</source>
        <translation>所有 rank 的样本数</translation>
    </message>
    <message>
        <source>Time of day</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>Time of training</source>
        <translation>训练时间</translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation>%1 个样本</translation>
    </message>
    <message>
        <source>%1
was not reported before the run ended.</source>
        <translation>%1
在运行结束前没有报告。</translation>
    </message>
</context>
<context>
    <name>Preview</name>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>%1 samples to train</source>
        <translation>训练样本 %1 个</translation>
    </message>
    <message>
        <source>%1 to validate</source>
        <translation>验证样本 %1 个</translation>
    </message>
    <message>
        <source>%1 to evaluate</source>
        <translation>评估样本 %1 个</translation>
    </message>
    <message>
        <source>%1; %2 classes.</source>
        <translation>%1；共 %2 类。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>Seen on %1.</source>
        <translation>查看于 %1。</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Choose the data to see some of them here.</source>
        <translation>选择数据后，这里会显示其中一些样本。</translation>
    </message>
    <message>
        <source>Previewing the data…</source>
        <translation>正在查看数据…</translation>
    </message>
    <message>
        <source>%1 (%2 s)</source>
        <translation>%1（%2 秒）</translation>
    </message>
    <message>
        <source>Stopped before the data were seen.</source>
        <translation>尚未看到数据就已停止。</translation>
    </message>
    <message>
        <source>These data are not on this computer. Correct the path, or copy them there.</source>
        <translation>这些数据不在本机上。请改正路径，或把数据复制过来。</translation>
    </message>
    <message>
        <source>These data lie on %1, not on this computer.</source>
        <translation>这些数据在 %1 上，不在本机。</translation>
    </message>
    <message>
        <source>Balanced: every class has the same number of samples, %1.</source>
        <translation>均衡：每类的样本数相同，均为 %1 个。</translation>
    </message>
    <message>
        <source>Class %1 has no sample; class %2 has the most, %3.</source>
        <translation>类别 %1 没有样本；类别 %2 最多，有 %3 个。</translation>
    </message>
    <message>
        <source>Fewest samples: %1 (class %2); most: %3 (class %4), %5 times as many.</source>
        <translation>样本最少：%1 个（类别 %2）；最多：%3 个（类别 %4），相差 %5 倍。</translation>
    </message>
    <message>
        <source>Lists of clips (*.txt);;All files (*)</source>
        <translation>视频片段列表 (*.txt);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Paddle data (*.json.gz);;All files (*)</source>
        <translation>Paddle 数据 (*.json.gz);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>RunTexts</name>
    <message>
        <source>Connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>Deploying</source>
        <translation>正在部署</translation>
    </message>
    <message>
        <source>Launching</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练中</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Submitted</source>
        <translation>已提交</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>Out of reach; still training</source>
        <translation>无法连接；仍在训练</translation>
    </message>
    <message>
        <source>Out of reach; ended with the others</source>
        <translation>无法连接；已随其他主机结束</translation>
    </message>
    <message>
        <source>Out of reach; state unknown</source>
        <translation>无法连接；状态未知</translation>
    </message>
    <message>
        <source>Training goes on there: the hosts that keep watch on it still train.</source>
        <translation>那里仍在训练：与它互相监视的主机都还在训练。</translation>
    </message>
    <message>
        <source>Training there has ended, as it has on the other hosts.</source>
        <translation>那里的训练已经结束，与其他主机一样。</translation>
    </message>
    <message>
        <source>It is not known whether it still trains.</source>
        <translation>尚不清楚它是否仍在训练。</translation>
    </message>
    <message>
        <source>Out of reach</source>
        <translation>无法连接</translation>
    </message>
    <message>
        <source>Ended with it</source>
        <translation>随之结束</translation>
    </message>
    <message>
        <source>Not started</source>
        <translation>未开始</translation>
    </message>
    <message>
        <source>Unknown since %1</source>
        <translation>自 %1 起未知</translation>
    </message>
    <message>
        <source>%1 lacks libraries of NVIDIA that training on its GPUs needs, and this computer has them: %2. That is %3 in all, sent once and kept there.</source>
        <translation>%1 缺少在其 GPU 上训练所需的 NVIDIA 库，而本机有这些库：%2。共 %3，只发送一次，并保留在该主机上。</translation>
    </message>
    <message>
        <source>It takes about %1.</source>
        <translation>大约需要 %1。</translation>
    </message>
    <message>
        <source>Stale since %1; still training</source>
        <translation>数据停在 %1；仍在训练</translation>
    </message>
    <message>
        <source>Stale since %1; ended with the others</source>
        <translation>数据停在 %1；已随其他主机结束</translation>
    </message>
    <message>
        <source>Stale since %1; state unknown</source>
        <translation>数据停在 %1；状态未知</translation>
    </message>
    <message>
        <source>Nothing has been heard of it since %1, and what is shown of it is from then. %2</source>
        <translation>自 %1 起没有它的消息，显示的都是那时的情况。%2</translation>
    </message>
    <message>
        <source>Stale since %1</source>
        <translation>数据停在 %1</translation>
    </message>
    <message>
        <source>About to restart</source>
        <translation>即将重启</translation>
    </message>
    <message>
        <source>What is shown of it is from %1: the connection to it carries less than the run tells. Nothing is lost, the rest is on its way.</source>
        <translation>显示的是它在 %1 的情况：到它的连接承载不了运行产生的全部信息。没有丢失任何内容，其余的还在路上。</translation>
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
    <message>
        <source>Two ranks on this computer learn to read drawn digits; nothing else is needed.</source>
        <translation>本机上的两个 rank 学习识别画出的数字；不需要别的东西。</translation>
    </message>
    <message>
        <source>The MXNet tutorial: two machines that keep in step, as with dist_sync. Enter your own addresses and the MNIST folder.</source>
        <translation>MXNet 教程：两台机器保持同步，相当于 dist_sync。请填写自己的地址和 MNIST 文件夹。</translation>
    </message>
    <message>
        <source>The CENI testbed: three machines with an RTX 3080 in a row, and images in folders. See what links of 10 Mbps do to the gradients.</source>
        <translation>CENI 试验床：三台带 RTX 3080 的机器连成一线，数据是图像文件夹。看看 10 Mbps 的链路对梯度意味着什么。</translation>
    </message>
    <message>
        <source>Paddle: MNIST on 4 devices</source>
        <translation>Paddle：4 个设备上的 MNIST</translation>
    </message>
    <message>
        <source>MXNet: LeNet on 2 hosts</source>
        <translation>MXNet：2 台主机上的 LeNet</translation>
    </message>
    <message>
        <source>CENI: ResNet-18 at 10 Mbps</source>
        <translation>CENI：10 Mbps 下的 ResNet-18</translation>
    </message>
    <message>
        <source>worker 1</source>
        <translation>工作机 1</translation>
    </message>
    <message>
        <source>worker 2</source>
        <translation>工作机 2</translation>
    </message>
    <message>
        <source>Fine-tuning I3D on UCF-101: ten machines with a GTX 1060 (6 GB) on one switch learn actions from video clips. Enter your addresses and the two lists of clips.</source>
        <translation>在 UCF-101 上微调 I3D：十台带 GTX 1060（6 GB）的机器接在一台交换机上，从视频片段中学习动作。请填写自己的地址和两个片段列表。</translation>
    </message>
    <message>
        <source>TensorFlow: I3D on 10 hosts</source>
        <translation>TensorFlow：10 台主机上的 I3D</translation>
    </message>
    <message>
        <source>Switch</source>
        <translation>交换机</translation>
    </message>
    <message>
        <source>The Paddle tutorial: one machine, four ranks, mnist.json.gz. Choose that file.</source>
        <translation>Paddle 教程：一台机器、四个 rank、mnist.json.gz。请选择该文件。</translation>
    </message>
    <message>
        <source>AlexNet, which took two cards in 2012: two devices of this computer hold its layers between them; nothing else is needed.</source>
        <translation>AlexNet，2012 年用了两块显卡：本机的两个设备分担它的层，不需要别的东西。</translation>
    </message>
    <message>
        <source>AlexNet in two parts</source>
        <translation>AlexNet：切成两段</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>bucket %1, %2: %3</source>
        <translation>第 %1 个梯度桶，%2：%3</translation>
    </message>
    <message>
        <source>Rank %1, step %2: %3</source>
        <translation>Rank %1，第 %2 步：%3</translation>
    </message>
    <message>
        <source>Sums over the ranks: %1, of which %2 was not hidden by the backward pass</source>
        <translation>跨 rank 求和：%1，其中 %2 没有被反向传播掩盖</translation>
    </message>
    <message>
        <source>Rank %1, step %2: its journal does not tell of this step</source>
        <translation>Rank %1，第 %2 步：它的记录里没有这一步的时间</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Waiting for others</source>
        <translation>等待其他 rank</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>优化器</translation>
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
    <name>lockstep::AddActions</name>
    <message>
        <source>Add this co&amp;mputer</source>
        <translation>添加本机(&amp;M)</translation>
    </message>
    <message>
        <source>Add a CPU &amp;host</source>
        <translation>添加 CPU 主机(&amp;H)</translation>
    </message>
    <message>
        <source>Add a &amp;GPU host</source>
        <translation>添加 GPU 主机(&amp;G)</translation>
    </message>
    <message>
        <source>Add a s&amp;witch</source>
        <translation>添加交换机(&amp;W)</translation>
    </message>
    <message>
        <source>Add a n&amp;etwork</source>
        <translation>添加网络(&amp;E)</translation>
    </message>
    <message>
        <source>Add h&amp;osts from a list…</source>
        <translation>从列表添加主机(&amp;O)…</translation>
    </message>
</context>
<context>
    <name>lockstep::ArchiveDialog</name>
    <message>
        <source>&amp;Logs (%1)</source>
        <translation>日志（%1）(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Checkpoints that are on this computer (%1)</source>
        <translation>本机上的检查点（%1）(&amp;C)</translation>
    </message>
    <message>
        <source>The run as one file</source>
        <translation>把运行存为一个文件</translation>
    </message>
    <message>
        <source>The file holds the experiment with the addresses of its hosts, every number of the journals, tags and notes. Along with it go:</source>
        <translation>文件里有实验（包括各主机的地址）、运行记录中的全部数值、标签和备注。另外还可以带上：</translation>
    </message>
    <message>
        <source>About %1 in all, before compression</source>
        <translation>共约 %1（压缩前）</translation>
    </message>
</context>
<context>
    <name>lockstep::Arrange</name>
    <message>
        <source>Align</source>
        <translation>对齐</translation>
    </message>
    <message>
        <source>Distribute</source>
        <translation>均匀分布</translation>
    </message>
    <message>
        <source>Tidy the layout</source>
        <translation>整理布局</translation>
    </message>
    <message>
        <source>Put on the grid</source>
        <translation>放到网格上</translation>
    </message>
</context>
<context>
    <name>lockstep::ArrangeActions</name>
    <message>
        <source>Align &amp;left</source>
        <translation>左对齐(&amp;L)</translation>
    </message>
    <message>
        <source>Align &amp;right</source>
        <translation>右对齐(&amp;R)</translation>
    </message>
    <message>
        <source>Align &amp;top</source>
        <translation>顶端对齐(&amp;T)</translation>
    </message>
    <message>
        <source>Align &amp;bottom</source>
        <translation>底端对齐(&amp;B)</translation>
    </message>
    <message>
        <source>Center in a &amp;column</source>
        <translation>居中排成一列(&amp;C)</translation>
    </message>
    <message>
        <source>Center in a r&amp;ow</source>
        <translation>居中排成一行(&amp;O)</translation>
    </message>
    <message>
        <source>Distribute &amp;horizontally</source>
        <translation>水平均匀分布(&amp;H)</translation>
    </message>
    <message>
        <source>Distribute &amp;vertically</source>
        <translation>垂直均匀分布(&amp;V)</translation>
    </message>
    <message>
        <source>Tidy in la&amp;yers</source>
        <translation>分层整理(&amp;Y)</translation>
    </message>
    <message>
        <source>Tidy in a r&amp;ing</source>
        <translation>环形整理(&amp;I)</translation>
    </message>
    <message>
        <source>Tidy in ro&amp;ws</source>
        <translation>按行整理(&amp;W)</translation>
    </message>
    <message>
        <source>Put on the &amp;grid</source>
        <translation>放到网格上(&amp;G)</translation>
    </message>
    <message>
        <source>Group into a &amp;network</source>
        <translation>编为一个网络(&amp;N)</translation>
    </message>
</context>
<context>
    <name>lockstep::Arrivals</name>
    <message>
        <source>Import a run</source>
        <translation>导入运行</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>正在读取 %1…</translation>
    </message>
    <message>
        <source>Logs (*.log *.txt worklog.* *.json *.out);;All files (*)</source>
        <translation>日志 (*.log *.txt worklog.* *.json *.out);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open a log</source>
        <translation>打开日志</translation>
    </message>
    <message>
        <source>Open a folder of TensorBoard&apos;s event files</source>
        <translation>打开存放 TensorBoard 事件文件的文件夹</translation>
    </message>
    <message>
        <source>Runs of Lockstep (*.lockstep-run)</source>
        <translation>Lockstep 的运行 (*.lockstep-run)</translation>
    </message>
</context>
<context>
    <name>lockstep::AttemptModel</name>
    <message numerus="yes">
        <source>%1 to %2, of %Ln epoch(s)</source>
        <translation>
            <numerusform>%1 到 %2，共 %Ln 轮</numerusform>
        </translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Began</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>结束时间</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Why it ended</source>
        <translation>结束原因</translation>
    </message>
</context>
<context>
    <name>lockstep::AttemptTable</name>
    <message>
        <source>Attempts</source>
        <translation>各次尝试</translation>
    </message>
</context>
<context>
    <name>lockstep::CallBar</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>%1 of %2 samples</source>
        <translation>%1 / %2 个样本</translation>
    </message>
    <message>
        <source>, about %1 left</source>
        <translation>，约剩 %1</translation>
    </message>
</context>
<context>
    <name>lockstep::CanvasActions</name>
    <message>
        <source>Arrange</source>
        <translation>排列</translation>
    </message>
</context>
<context>
    <name>lockstep::CanvasCard</name>
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
    <message>
        <source>server %1</source>
        <translation>服务器 %1</translation>
    </message>
    <message>
        <source>servers %1</source>
        <translation>服务器 %1</translation>
    </message>
    <message>
        <source>In this rehearsal: %1</source>
        <translation>本次演练中：%1</translation>
    </message>
</context>
<context>
    <name>lockstep::CanvasKeys</name>
    <message>
        <source>Tab, Shift+Tab</source>
        <translation>Tab、Shift+Tab</translation>
    </message>
    <message>
        <source>Selects the next or previous host, switch, network or link</source>
        <translation>选中下一个或上一个主机、交换机、网络或链路</translation>
    </message>
    <message>
        <source>Ctrl+arrows</source>
        <translation>Ctrl+方向键</translation>
    </message>
    <message>
        <source>Goes to the nearest element in a direction; what is selected stays</source>
        <translation>移到该方向上最近的元素，选择不变</translation>
    </message>
    <message>
        <source>Shift+arrows</source>
        <translation>Shift+方向键</translation>
    </message>
    <message>
        <source>Goes there and selects it too</source>
        <translation>移过去并一并选中</translation>
    </message>
    <message>
        <source>Space, Ctrl+Space</source>
        <translation>空格、Ctrl+空格</translation>
    </message>
    <message>
        <source>Selects the element with the dotted ring, or no longer</source>
        <translation>选中或取消选中带虚线框的元素</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>方向键</translation>
    </message>
    <message>
        <source>Move what is selected; without a selection they go from element to element</source>
        <translation>移动所选元素；没有选择时在元素之间移动</translation>
    </message>
    <message>
        <source>Alt+arrows</source>
        <translation>Alt+方向键</translation>
    </message>
    <message>
        <source>Move what is selected by a whole step of the grid</source>
        <translation>把所选元素移动一整格</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>回车</translation>
    </message>
    <message>
        <source>Goes to the first field of the inspector</source>
        <translation>转到属性面板的第一个字段</translation>
    </message>
    <message>
        <source>L</source>
        <translation>L</translation>
    </message>
    <message>
        <source>Begins a link: arrows or Tab choose its other end, Enter draws it, Shift+Enter a parallel one. With two hosts selected it links them at once</source>
        <translation>开始连线：方向键或 Tab 选择另一端，回车确认，Shift+回车再画一条平行链路。选中两台主机时直接相连</translation>
    </message>
    <message>
        <source>0 to 9</source>
        <translation>0 到 9</translation>
    </message>
    <message>
        <source>Chooses the GPU of this index on the selected hosts, or no longer</source>
        <translation>选用或取消所选主机上该编号的 GPU</translation>
    </message>
    <message>
        <source>C</source>
        <translation>C</translation>
    </message>
    <message>
        <source>Chooses the CPU of the selected hosts, or no longer</source>
        <translation>选用或取消所选主机的 CPU</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单键</translation>
    </message>
    <message>
        <source>Opens the menu of what is selected</source>
        <translation>打开所选元素的菜单</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Ends a drag or a link without a change; else selects nothing</source>
        <translation>放弃拖动或连线，不做更改；否则取消选择</translation>
    </message>
    <message>
        <source>Space and drag, middle button</source>
        <translation>按住空格拖动、鼠标中键</translation>
    </message>
    <message>
        <source>Moves the view</source>
        <translation>平移视图</translation>
    </message>
    <message>
        <source>Wheel, pinch</source>
        <translation>滚轮、双指缩放</translation>
    </message>
    <message>
        <source>Zooms; with Shift the wheel moves the view sideways</source>
        <translation>缩放；按住 Shift 时滚轮左右平移</translation>
    </message>
    <message>
        <source>Alt while dragging</source>
        <translation>拖动时按住 Alt</translation>
    </message>
    <message>
        <source>Leaves the grid and the alignment guides out</source>
        <translation>不吸附网格和对齐参考线</translation>
    </message>
    <message>
        <source>Shift while pulling a link</source>
        <translation>拉链路时按住 Shift</translation>
    </message>
    <message>
        <source>Draws a parallel link</source>
        <translation>再画一条平行链路</translation>
    </message>
    <message>
        <source>F2, Delete in the palette</source>
        <translation>在面板中按 F2、Delete</translation>
    </message>
    <message>
        <source>Renames or removes a template or saved host of yours</source>
        <translation>重命名或移除自己的模板或保存的主机</translation>
    </message>
    <message>
        <source>Esc in the inspector</source>
        <translation>属性面板中的 Esc</translation>
    </message>
    <message>
        <source>Goes back to the canvas; a text that is no value is given back first</source>
        <translation>回到画布；若所填内容无效，则先恢复原值</translation>
    </message>
</context>
<context>
    <name>lockstep::CanvasKeysDialog</name>
    <message>
        <source>Keys of the canvas</source>
        <translation>画布按键</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>What they do</source>
        <translation>作用</translation>
    </message>
    <message>
        <source>Keys of menus are in the menus; File › Keyboard shortcuts changes them.</source>
        <translation>菜单命令的快捷键见各菜单；可在“文件 › 键盘快捷键”中修改。</translation>
    </message>
</context>
<context>
    <name>lockstep::CatalogueBar</name>
    <message>
        <source>Runs</source>
        <translation>历史运行</translation>
    </message>
    <message>
        <source>Search: words, lr&gt;0.01, model:resnet, -tag:old</source>
        <translation>搜索：词语、lr&gt;0.01、model:resnet、-tag:old</translation>
    </message>
    <message>
        <source>Search the runs</source>
        <translation>搜索运行</translation>
    </message>
    <message>
        <source>Words are looked for in names, tags, notes, models, data sets and hosts. tag:, note:, state:, host:, model: or any parameter or result narrow them, by key or by the name shown: model:resnet, optimizer=adam, lr&gt;0.01, accuracy&gt;=90%, created&gt;2026-11. A - in front leaves out what it holds for.</source>
        <translation>在名称、标签、备注、模型、数据集和主机中查找词语。可用 tag:、note:、state:、host:、model: 或任何参数、结果（写键名或显示的名称）来限定：model:resnet、optimizer=adam、lr&gt;0.01、accuracy&gt;=90%、created&gt;2026-11。前面加 - 表示排除符合的运行。</translation>
    </message>
    <message>
        <source>Columns…</source>
        <translation>列…</translation>
    </message>
    <message>
        <source>Choose which parameters and results are shown</source>
        <translation>选择显示哪些参数和结果</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Put the chosen runs side by side; choose several with Ctrl or Shift</source>
        <translation>把选中的运行并排比较；按住 Ctrl 或 Shift 可选多个</translation>
    </message>
    <message>
        <source>Sweep…</source>
        <translation>参数扫描…</translation>
    </message>
    <message>
        <source>Run the document with several values of a setting</source>
        <translation>用一项设置的几个取值来运行当前文档</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Ask the hosts of the runs whose state is not known</source>
        <translation>向主机询问状态未知的运行</translation>
    </message>
</context>
<context>
    <name>lockstep::CheckpointActions</name>
    <message>
        <source>Look inside…</source>
        <translation>查看内容…</translation>
    </message>
    <message>
        <source>Compare…</source>
        <translation>比较…</translation>
    </message>
    <message>
        <source>Evaluate…</source>
        <translation>评估…</translation>
    </message>
    <message>
        <source>Fetch</source>
        <translation>取回</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>校验</translation>
    </message>
    <message>
        <source>Export for PyTorch…</source>
        <translation>导出给 PyTorch…</translation>
    </message>
    <message>
        <source>Resume from this…</source>
        <translation>从此处继续…</translation>
    </message>
    <message>
        <source>Fine-tune from this</source>
        <translation>由此微调</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Choose a checkpoint.</source>
        <translation>请选择一个检查点。</translation>
    </message>
    <message>
        <source>Its host does not have it any more.</source>
        <translation>它的主机上已经没有它了。</translation>
    </message>
    <message>
        <source>Its tensors, their distributions, the filters of the first layer</source>
        <translation>其中的张量、数值分布和第一层的卷积核</translation>
    </message>
    <message>
        <source>Which classes it tells apart, and its worst mistakes</source>
        <translation>它能分清哪些类别，错得最厉害的是哪些</translation>
    </message>
    <message>
        <source>What training has changed between the two</source>
        <translation>训练在两者之间改变了什么</translation>
    </message>
    <message>
        <source>Choose two checkpoints.</source>
        <translation>请选择两个检查点。</translation>
    </message>
    <message>
        <source>Copy it to this computer</source>
        <translation>把它复制到本机</translation>
    </message>
    <message>
        <source>It is on this computer.</source>
        <translation>它已在本机上。</translation>
    </message>
    <message>
        <source>Compare every byte with the checksums of its manifest</source>
        <translation>逐字节核对清单里的校验和</translation>
    </message>
    <message>
        <source>Write the weights as a file that torch.load reads</source>
        <translation>把权重写成 torch.load 能读的文件</translation>
    </message>
    <message>
        <source>Train on from here, in place of what came after</source>
        <translation>从这里接着训练，取代之后的部分</translation>
    </message>
    <message>
        <source>The run has not ended.</source>
        <translation>这次运行还没有结束。</translation>
    </message>
    <message>
        <source>A new experiment like this one that starts from these weights</source>
        <translation>新建一个与此相同、但从这些权重开始的实验</translation>
    </message>
    <message>
        <source>Its files on this computer</source>
        <translation>它在本机上的文件</translation>
    </message>
    <message>
        <source>It is not on this computer: fetch it first.</source>
        <translation>它不在本机上：请先取回。</translation>
    </message>
    <message>
        <source>Delete it here or from its host</source>
        <translation>从本机或主机上删除</translation>
    </message>
</context>
<context>
    <name>lockstep::CheckpointBar</name>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Fetching step %1…</source>
        <translation>正在取回第 %1 步…</translation>
    </message>
    <message>
        <source>Verifying step %1 on its host…</source>
        <translation>正在主机上校验第 %1 步…</translation>
    </message>
    <message>
        <source>Verifying step %1 here…</source>
        <translation>正在本机校验第 %1 步…</translation>
    </message>
    <message>
        <source>Deleting step %1…</source>
        <translation>正在删除第 %1 步…</translation>
    </message>
    <message>
        <source>Exporting step %1…</source>
        <translation>正在导出第 %1 步…</translation>
    </message>
    <message>
        <source>Evaluating step %1 on its host…</source>
        <translation>正在主机上评估第 %1 步…</translation>
    </message>
</context>
<context>
    <name>lockstep::CheckpointDeeds</name>
    <message>
        <source>Export for PyTorch</source>
        <translation>导出给 PyTorch</translation>
    </message>
    <message>
        <source>PyTorch (*.pth *.pt)</source>
        <translation>PyTorch (*.pth *.pt)</translation>
    </message>
    <message>
        <source>Safetensors (*.safetensors)</source>
        <translation>Safetensors (*.safetensors)</translation>
    </message>
    <message>
        <source>The weights are in %1.</source>
        <translation>权重已写入 %1。</translation>
    </message>
    <message>
        <source>%1, from step %2</source>
        <translation>%1，从第 %2 步开始</translation>
    </message>
    <message>
        <source>The run trains, and this is its newest checkpoint: it stays.</source>
        <translation>运行正在训练，而这是它最新的检查点，需要留下。</translation>
    </message>
</context>
<context>
    <name>lockstep::CheckpointModel</name>
    <message>
        <source>best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>%1, copy here</source>
        <translation>%1，本机有副本</translation>
    </message>
    <message>
        <source>Copy here</source>
        <translation>本机副本</translation>
    </message>
    <message>
        <source>Not checked</source>
        <translation>未校验</translation>
    </message>
    <message>
        <source>Whole, %1</source>
        <translation>完好，%1</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>Of the validation of these weights, where there was one</source>
        <translation>这些权重的验证结果（如果验证过）</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Top-1</source>
        <translation>Top-1</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>校验</translation>
    </message>
</context>
<context>
    <name>lockstep::CheckpointPanel</name>
    <message>
        <source>Checkpoints appear here as they are written, the best one marked.</source>
        <translation>检查点写入后会出现在这里，最佳的一个会被标出。</translation>
    </message>
</context>
<context>
    <name>lockstep::CheckpointQuestions</name>
    <message>
        <source>Delete a checkpoint</source>
        <translation>删除检查点</translation>
    </message>
    <message>
        <source>The checkpoint after step %1 is deleted for good. Where?</source>
        <translation>第 %1 步之后的检查点将被永久删除。从哪里删？</translation>
    </message>
    <message>
        <source>On %1, which frees %2</source>
        <translation>从 %1 上，释放 %2</translation>
    </message>
    <message>
        <source>On this computer, which frees %1</source>
        <translation>从本机，释放 %1</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Resume from a checkpoint</source>
        <translation>从检查点继续</translation>
    </message>
    <message>
        <source>Train on from step %1?</source>
        <translation>从第 %1 步接着训练？</translation>
    </message>
    <message>
        <source>What was trained after it is done again; its curves stay as a discarded piece.</source>
        <translation>它之后的训练会重做；原来的曲线作为舍弃的一段保留。</translation>
    </message>
    <message>
        <source>The later checkpoints on the host are deleted as soon as the training goes on (steps %1). Copies on this computer stay.</source>
        <translation>训练一接上，主机上更新的检查点就会删掉（第 %1 步）。本机上的副本会留下。</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
</context>
<context>
    <name>lockstep::CheckpointTable</name>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
</context>
<context>
    <name>lockstep::ClassCountModel</name>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
</context>
<context>
    <name>lockstep::ClassResultModel</name>
    <message>
        <source>How many of the samples of the class are taken for it</source>
        <translation>该类别的样本中有多少被认作该类别</translation>
    </message>
    <message>
        <source>How many of those taken for the class belong to it</source>
        <translation>被认作该类别的样本中有多少确属该类别</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>Most often taken for</source>
        <translation>最常被误认为</translation>
    </message>
</context>
<context>
    <name>lockstep::CommandsDialog</name>
    <message>
        <source>The commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>What Run does with this experiment, as commands that you could type in a terminal of this computer. They take the experiment as it was last saved, and their runs are not listed here.</source>
        <translation>“运行”对这个实验所做的事，写成可以在本机终端里输入的命令。命令使用上次保存的实验，这样启动的运行不会列在这里。</translation>
    </message>
    <message>
        <source>No host has a device, so there is nothing to start.</source>
        <translation>没有一台主机有设备，因此没有可启动的内容。</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
</context>
<context>
    <name>lockstep::ComparisonModel</name>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>lockstep::ComparisonPanel</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Only what differs</source>
        <translation>只看不同之处</translation>
    </message>
    <message>
        <source>Open as a document</source>
        <translation>作为文档打开</translation>
    </message>
    <message>
        <source>Begin a new document with what this run was started with. It is not saved yet.</source>
        <translation>以本次运行启动时的设置新建一个文档，尚未保存。</translation>
    </message>
    <message>
        <source>No difference</source>
        <translation>没有不同</translation>
    </message>
    <message numerus="yes">
        <source>%Ln difference(s)</source>
        <translation>
            <numerusform>%Ln 项不同</numerusform>
        </translation>
    </message>
    <message>
        <source>Between this run and “%1” as it would run now.</source>
        <translation>本次运行与“%1”现在的设置之间的不同。</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>本次运行</translation>
    </message>
    <message>
        <source>The document now</source>
        <translation>现在的文档</translation>
    </message>
</context>
<context>
    <name>lockstep::ConfusionView</name>
    <message>
        <source>Confusion matrix</source>
        <translation>混淆矩阵</translation>
    </message>
    <message>
        <source>%1 known as such: %2 of %3 samples (%4)</source>
        <translation>%1 认对：%3 个样本中的 %2 个（%4）</translation>
    </message>
    <message>
        <source>%1 taken for %2: %3 of %4 samples (%5)</source>
        <translation>%1 被认作 %2：%4 个样本中的 %3 个（%5）</translation>
    </message>
</context>
<context>
    <name>lockstep::ConnectionQuestions</name>
    <message>
        <source>Unknown host key</source>
        <translation>未知的主机密钥</translation>
    </message>
    <message>
        <source>%1 has not been reached from here before. It shows this key:</source>
        <translation>之前没有从这里连接过 %1。它出示的密钥是：</translation>
    </message>
    <message>
        <source>Compare it with what ssh-keygen -lf prints on that host, or ask its administrator. Trust it only when both are the same.</source>
        <translation>请与那台主机上 ssh-keygen -lf 的输出对照，或询问其管理员。只有两者一致时才信任它。</translation>
    </message>
    <message>
        <source>Trust this key</source>
        <translation>信任此密钥</translation>
    </message>
    <message>
        <source>Keychain</source>
        <translation>密钥环</translation>
    </message>
</context>
<context>
    <name>lockstep::ContentsTree</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>lockstep::Copies</name>
    <message numerus="yes">
        <source>Duplicate %Ln element(s)</source>
        <translation>
            <numerusform>为 %Ln 个元素创建副本</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paste %Ln element(s)</source>
        <translation>
            <numerusform>粘贴 %Ln 个元素</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cut %Ln element(s)</source>
        <translation>
            <numerusform>剪切 %Ln 个元素</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::CostsLabel</name>
    <message>
        <source>%1 parameters, %2FLOP for each sample. Training takes about %3 on each rank with this batch; %4 of gradients are exchanged in each step.</source>
        <translation>%1 个参数，每个样本 %2FLOP。按此批量训练，每个 rank 约占 %3；每步交换 %4 梯度。</translation>
    </message>
</context>
<context>
    <name>lockstep::DataCopying</name>
    <message>
        <source>The program makes these data itself, so there is nothing to copy.</source>
        <translation>这些数据由程序自己生成，没有什么要复制。</translation>
    </message>
    <message>
        <source>Choose the data first: under Data, Data path.</source>
        <translation>请先选择数据：在“数据”的“数据路径”里填写。</translation>
    </message>
    <message>
        <source>No host that is reached over SSH has a device, so there is nowhere to copy to.</source>
        <translation>没有一台用 SSH 连接的主机选了设备，所以无处可复制。</translation>
    </message>
    <message>
        <source>Train with the copies on the hosts</source>
        <translation>改用主机上的副本训练</translation>
    </message>
    <message>
        <source>Copy data to the hosts</source>
        <translation>把数据复制到各主机</translation>
    </message>
</context>
<context>
    <name>lockstep::DataDeliveryDialog</name>
    <message>
        <source>Try &amp;again</source>
        <translation>重试(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Train with the copies</source>
        <translation>用副本训练(&amp;T)</translation>
    </message>
    <message>
        <source>Copy data to the hosts</source>
        <translation>把数据复制到各主机</translation>
    </message>
    <message>
        <source>%1 is read here, then copied into ~/.lockstep/data on each host, under a name made of its content. Hosts that have it are left alone, and what was cut off goes on where it ended.</source>
        <translation>先在本机读取 %1，再复制到每台主机的 ~/.lockstep/data，文件夹名由内容算出。已经有这份数据的主机不再重复复制，中断过的从断处接着传。</translation>
    </message>
    <message>
        <source>Reading the data</source>
        <translation>正在读取数据</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>reading: %1 of %2</source>
        <translation>正在读取：%1 / %2</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>Every host has the data, at %1. Train with the copies, and every rank reads the same version; on this computer the path leads to your own folder.</source>
        <translation>每台主机都已有这份数据，位于 %1。用副本训练，各 rank 读到的就是同一个版本；在本机上，这个路径通向您自己的文件夹。</translation>
    </message>
    <message>
        <source>Some hosts have not got the data. What has arrived stays there, and trying again goes on from it.</source>
        <translation>有的主机还没有拿到数据。已到达的部分留在那里，重试时从断处接着传。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>From host to &amp;host, in a chain</source>
        <translation>从主机到主机，依次传递(&amp;H)</translation>
    </message>
    <message>
        <source>The first host gets the data from this computer, and each of the others from the one before it, while they arrive there: this computer sends them once. A host that does not reach the one before it gets them from this computer.</source>
        <translation>第一台主机从本机取得数据，其余各台都从前一台取得，前一台一边接收一边传出：本机只需发送一次。连不上前一台的主机，由本机直接发送。</translation>
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
        <source>(%Ln more problem(s))</source>
        <translation>
            <numerusform>（另有 %Ln 个问题）</numerusform>
        </translation>
    </message>
    <message>
        <source>This is the first run on some of these hosts: they are tested first, and the run begins by itself when all is well.</source>
        <translation>其中有些主机是第一次用来运行：先测试它们，一切正常后运行会自动开始。</translation>
    </message>
    <message>
        <source>Not everything is in order, as the list below the canvas says. Mend it, or press Run once more to begin all the same.</source>
        <translation>并非一切正常，详见画布下方的列表。请先解决问题，或再按一次“运行”照样开始。</translation>
    </message>
</context>
<context>
    <name>lockstep::DesktopSpeaker</name>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
</context>
<context>
    <name>lockstep::DifferenceDialog</name>
    <message>
        <source>The two are equal, bit for bit.</source>
        <translation>两者逐位相同。</translation>
    </message>
    <message>
        <source>%1 tensors differ, %2 are equal bit for bit.</source>
        <translation>%1 个张量不同，%2 个逐位相同。</translation>
    </message>
    <message>
        <source>%1 have no counterpart of their shape.</source>
        <translation>%1 个没有形状相同的对应张量。</translation>
    </message>
    <message>
        <source>Comparing the checkpoints…</source>
        <translation>正在比较检查点…</translation>
    </message>
    <message>
        <source>Two checkpoints compared</source>
        <translation>两个检查点的比较</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 与 %2</translation>
    </message>
    <message>
        <source>Tensors of both checkpoints</source>
        <translation>两个检查点的张量</translation>
    </message>
</context>
<context>
    <name>lockstep::DifferenceModel</name>
    <message>
        <source>optimiser: %1</source>
        <translation>优化器：%1</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>other shape</source>
        <translation>形状不同</translation>
    </message>
    <message>
        <source>only in the first</source>
        <translation>仅第一个有</translation>
    </message>
    <message>
        <source>only in the second</source>
        <translation>仅第二个有</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>L2 norm of the difference over the larger of the two norms</source>
        <translation>差的 L2 范数除以两者范数中较大的一个</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Relative L2</source>
        <translation>相对 L2</translation>
    </message>
    <message>
        <source>Largest difference</source>
        <translation>最大差</translation>
    </message>
    <message>
        <source>Differing values</source>
        <translation>不同的数值个数</translation>
    </message>
    <message>
        <source>NaN or ∞</source>
        <translation>NaN 或 ∞</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
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
    <message>
        <source>&amp;Begin with…</source>
        <translation>从…开始(&amp;B)</translation>
    </message>
    <message>
        <source>Lockstep has kept a copy of what it saved there at %1. Open that instead? The file stays as it is until you save.</source>
        <translation>Lockstep 留有 %1 保存到那里的内容的副本。要改为打开它吗？在您保存之前，文件保持原样。</translation>
    </message>
    <message>
        <source>Open the copy</source>
        <translation>打开副本</translation>
    </message>
    <message>
        <source>The file was changed</source>
        <translation>文件已被改动</translation>
    </message>
    <message>
        <source>Another program changed “%1” since you opened it.</source>
        <translation>您打开“%1”之后，别的程序改动了它。</translation>
    </message>
    <message>
        <source>Saving replaces what the other program wrote.</source>
        <translation>保存会覆盖那个程序写入的内容。</translation>
    </message>
    <message>
        <source>Replace it</source>
        <translation>覆盖</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
</context>
<context>
    <name>lockstep::DocumentForm</name>
    <message>
        <source>Edit “%1”</source>
        <translation>修改“%1”</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>lockstep::DocumentSafety</name>
    <message>
        <source>Unsaved changes would not survive a crash: %1</source>
        <translation>未保存的改动经不起崩溃：%1</translation>
    </message>
    <message>
        <source>Unsaved changes were rescued</source>
        <translation>未保存的改动已抢救下来</translation>
    </message>
    <message>
        <source>Lockstep ended unexpectedly while “%1” had unsaved changes.</source>
        <translation>Lockstep 意外结束时，“%1”还有未保存的改动。</translation>
    </message>
    <message>
        <source>They were kept at %1. Restore them?</source>
        <translation>它们在 %1 留了下来。要恢复吗？</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>以后再说</translation>
    </message>
    <message>
        <source>The file was changed</source>
        <translation>文件已被改动</translation>
    </message>
    <message>
        <source>Another program changed “%1”.</source>
        <translation>别的程序改动了“%1”。</translation>
    </message>
    <message>
        <source>Loading it drops your own unsaved changes. Keeping yours replaces the file when you save.</source>
        <translation>载入它会丢掉您未保存的改动；保留您的，则在保存时覆盖文件。</translation>
    </message>
    <message>
        <source>Load it as it is now, or keep what you see here? What you keep replaces the file when you save.</source>
        <translation>载入现在的文件，还是保留这里看到的？保留的内容会在保存时覆盖文件。</translation>
    </message>
    <message>
        <source>Load the file</source>
        <translation>载入文件</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>保留我的</translation>
    </message>
    <message>
        <source>The file is gone</source>
        <translation>文件不见了</translation>
    </message>
    <message>
        <source>“%1” was moved or deleted by another program.</source>
        <translation>“%1”被别的程序移走或删除了。</translation>
    </message>
    <message>
        <source>Your experiment is still here. Write it to its place again?</source>
        <translation>您的实验还在这里。要重新写回原处吗？</translation>
    </message>
    <message>
        <source>Save it again</source>
        <translation>重新保存</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>暂不</translation>
    </message>
</context>
<context>
    <name>lockstep::EditActions</name>
    <message>
        <source>Cu&amp;t</source>
        <translation>剪切(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Dupl&amp;icate</source>
        <translation>创建副本(&amp;I)</translation>
    </message>
    <message>
        <source>Duplicate &amp;N times…</source>
        <translation>创建多个副本(&amp;N)…</translation>
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
        <source>&amp;Find…</source>
        <translation>查找(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Link from the selected host</source>
        <translation>从所选主机连线(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Save to the palette</source>
        <translation>保存到主机列表(&amp;S)</translation>
    </message>
    <message>
        <source>Sa&amp;ve as a template…</source>
        <translation>另存为模板(&amp;V)…</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制副本</translation>
    </message>
    <message>
        <source>How many copies?</source>
        <translation>要几个副本？</translation>
    </message>
</context>
<context>
    <name>lockstep::ElementList</name>
    <message>
        <source>List of hosts, switches, networks and links</source>
        <translation>主机、交换机、网络和链路列表</translation>
    </message>
</context>
<context>
    <name>lockstep::ElementListModel</name>
    <message>
        <source>this computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Host %1</source>
        <translation>主机 %1</translation>
    </message>
    <message>
        <source>%1 ↔ %2</source>
        <translation>%1 ↔ %2</translation>
    </message>
    <message>
        <source>Link from %1 to %2</source>
        <translation>从 %1 到 %2 的链路</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Switch</source>
        <translation>交换机</translation>
    </message>
    <message>
        <source>Switch %1</source>
        <translation>交换机 %1</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Network %1</source>
        <translation>网络 %1</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>重命名 %1</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Address or rate</source>
        <translation>地址或速率</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>rank</translation>
    </message>
</context>
<context>
    <name>lockstep::EngineCall</name>
    <message>
        <source>its answer is too long</source>
        <translation>它的回答太长</translation>
    </message>
    <message>
        <source>it ended with code %1</source>
        <translation>它以代码 %1 结束</translation>
    </message>
</context>
<context>
    <name>lockstep::EvaluationDialog</name>
    <message>
        <source>Top-1 %1, top-5 %2, loss %3, of %4 samples.</source>
        <translation>%4 个样本：Top-1 %1，Top-5 %2，损失 %3。</translation>
    </message>
    <message>
        <source>%1 samples are damaged and left out.</source>
        <translation>%1 个样本已损坏，未计入。</translation>
    </message>
    <message>
        <source>Of %1 samples the network says nothing that is a number.</source>
        <translation>网络对 %1 个样本的输出不是数值。</translation>
    </message>
    <message>
        <source>Evaluating…</source>
        <translation>正在评估…</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>Evaluate %1</source>
        <translation>评估 %1</translation>
    </message>
    <message>
        <source>Measures the checkpoint on this computer: which classes are taken for which, the worst mistakes, and samples with what the network says of them.</source>
        <translation>在本机上评估该检查点：哪些类别被认作哪些类别、最严重的错误，以及一些样本和网络对它们的判断。</translation>
    </message>
    <message>
        <source>Where the data are on this computer</source>
        <translation>数据在本机上的位置</translation>
    </message>
    <message>
        <source>Data that only a host has are not seen from here: put in where a copy of them is</source>
        <translation>仅主机上才有的数据在这里看不到：请填写其副本所在的位置</translation>
    </message>
    <message>
        <source>Data here</source>
        <translation>本机数据</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Part of the data</source>
        <translation>数据的部分</translation>
    </message>
    <message>
        <source>Validation set</source>
        <translation>验证集</translation>
    </message>
    <message>
        <source>Training set</source>
        <translation>训练集</translation>
    </message>
    <message>
        <source>Evaluation set</source>
        <translation>评估集</translation>
    </message>
    <message>
        <source>Where are the data on this computer?</source>
        <translation>数据在本机的什么位置？</translation>
    </message>
    <message>
        <source>Measures the checkpoint on %1, on the data that are there: which classes are taken for which, the worst mistakes, and samples with what the network says of them.</source>
        <translation>在 %1 上用那里的数据评估该检查点：哪些类别被认作哪些类别、最严重的错误，以及一些样本和网络对它们的判断。</translation>
    </message>
    <message>
        <source>There are no data at this place on this computer. Choose where a copy of them is.</source>
        <translation>本机的这个位置没有数据。请选择其副本所在的位置。</translation>
    </message>
    <message>
        <source>There are no data at this place on this computer. Choose where a copy of them is, or have %1 evaluate it.</source>
        <translation>本机的这个位置没有数据。请选择其副本所在的位置，或者让 %1 来评估。</translation>
    </message>
    <message>
        <source>Where it is measured</source>
        <translation>评估的位置</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>在本机</translation>
    </message>
    <message>
        <source>On %1</source>
        <translation>在 %1</translation>
    </message>
    <message>
        <source>Measured on %1: %2.</source>
        <translation>在 %1 上评估：%2。</translation>
    </message>
    <message>
        <source>Measured on this computer: %1.</source>
        <translation>在本机上评估：%1。</translation>
    </message>
    <message>
        <source>Evaluate the checkpoint after step %1</source>
        <translation>评估第 %1 步后的检查点</translation>
    </message>
</context>
<context>
    <name>lockstep::EvaluationPages</name>
    <message>
        <source>Confusion matrix</source>
        <translation>混淆矩阵</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Worst mistakes</source>
        <translation>最严重的错误</translation>
    </message>
    <message>
        <source>Samples with what they are taken for</source>
        <translation>样本及其判断结果</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Colours tell what share of its class a cell is, not how many samples it has</source>
        <translation>颜色表示该格占所属类别的比例，而不是样本数</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>The keys + and -, or the wheel with Ctrl</source>
        <translation>按 + 和 - 键，或按住 Ctrl 滚动滚轮</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应窗口</translation>
    </message>
    <message>
        <source>Shows as many classes as there is room for</source>
        <translation>在可用空间内显示尽可能多的类别</translation>
    </message>
    <message>
        <source>Rows: the class of the samples. Columns: what they are taken for.</source>
        <translation>行：样本所属的类别。列：样本被认作的类别。</translation>
    </message>
    <message>
        <source>How well each class is known</source>
        <translation>每个类别的识别情况</translation>
    </message>
    <message>
        <source>Choose a picture to read what the network says of it.</source>
        <translation>选择一张图片，查看网络对它的判断。</translation>
    </message>
    <message>
        <source>Colours by shares of rows</source>
        <translation>按行占比着色</translation>
    </message>
</context>
<context>
    <name>lockstep::ExperimentComparison</name>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>linked</source>
        <translation>已连接</translation>
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
        <source>32-bit (f32)</source>
        <translation>32 位 (f32)</translation>
    </message>
    <message>
        <source>Choose the data file</source>
        <translation>选择数据文件</translation>
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
        <source>%Ln rank(s). Global batch: %1 samples in every step.</source>
        <translation>
            <numerusform>%Ln 个 rank。全局批量：每步 %1 个样本。</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose the folder with the data</source>
        <translation>选择数据所在的文件夹</translation>
    </message>
    <message>
        <source>Parameters are the numbers that are learned. FLOP: the additions and multiplications of one forward pass; backward takes about twice as many. Memory holds the weights, their gradients, what the optimiser remembers, and every layer&apos;s output for the whole batch.</source>
        <translation>参数是要学习的数。FLOP：一次前向所做的加法和乘法；反向大约是两倍。内存里放着权重、梯度、优化器记住的东西，以及每一层对整个批量的输出。</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>起始权重</translation>
    </message>
    <message>
        <source>Empty: the weights start at random. Else a checkpoint folder, a .safetensors file or a PyTorch file (.pth, .pt, .th) on rank 0&apos;s host: its tensors are taken where name and shape agree. A new head for other classes keeps its random start; the log lists what was loaded, skipped and missing.</source>
        <translation>留空则随机初始化权重。也可以填写 rank 0 所在主机上的检查点文件夹、.safetensors 文件或 PyTorch 文件（.pth、.pt、.th）：名称和形状都一致的张量会被载入；类别数不同的新分类头保持随机初始值。日志会列出已载入、跳过和缺少的张量。</translation>
    </message>
    <message>
        <source>Where the samples come from. The built-in digits and the random images need no file: the program makes the same ones on every host. The others are read from a path.</source>
        <translation>样本的来源。内置手写数字和随机图像不需要文件：程序会在每台主机上生成相同的样本。其余数据从路径读取。</translation>
    </message>
    <message>
        <source>CIFAR-10 files</source>
        <translation>CIFAR-10 文件</translation>
    </message>
    <message>
        <source>Folders of images</source>
        <translation>图像文件夹</translation>
    </message>
    <message>
        <source>Random images</source>
        <translation>随机图像</translation>
    </message>
    <message>
        <source>Image size</source>
        <translation>图像尺寸</translation>
    </message>
    <message>
        <source>Side of a sample in pixels, from 8 to 1024; 224 is what the networks for photographs expect.</source>
        <translation>样本的边长（像素），8 到 1024；面向照片的网络通常用 224。</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>类别数</translation>
    </message>
    <message>
        <source>How many classes the random images have.</source>
        <translation>随机图像的类别数。</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>How many random images make one epoch; a fifth more are made for validation.</source>
        <translation>一轮包含多少张随机图像；另外再生成五分之一用于验证。</translation>
    </message>
    <message>
        <source>Augmentation</source>
        <translation>数据增强</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>标准</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>More about the data</source>
        <translation>更多数据选项</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Mean of each channel for pixels from 0 to 1, such as 0.485, 0.456, 0.406; it is subtracted. Empty: the usual figures of this kind of data.</source>
        <translation>各通道的均值（像素取 0 到 1），例如 0.485, 0.456, 0.406；读入时会减去它。留空则用这类数据的常用值。</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>Standard deviation of each channel, such as 0.229, 0.224, 0.225; the pixels are divided by it. Empty: the usual figures.</source>
        <translation>各通道的标准差，例如 0.229, 0.224, 0.225；像素会除以它。留空则用常用值。</translation>
    </message>
    <message>
        <source>Loader threads</source>
        <translation>读取线程数</translation>
    </message>
    <message>
        <source>Threads of each rank that read and decode samples while it trains; 0: chosen by the engine. The samples are the same whatever the number.</source>
        <translation>每个 rank 在训练的同时用来读取和解码样本的线程数；0 表示由引擎决定。无论几个线程，样本都一样。</translation>
    </message>
    <message>
        <source>Prefetch</source>
        <translation>预取</translation>
    </message>
    <message>
        <source>How many batches are made ready ahead; more of them smooth out slow disks and need more memory.</source>
        <translation>提前准备好的 批数；越多越能平滑慢速磁盘的影响，也越占内存。</translation>
    </message>
    <message>
        <source>Decoded images that stay in memory, so that later epochs need not decode them again.</source>
        <translation>保留在内存中的已解码图像的总量，之后各轮无需重新解码。</translation>
    </message>
    <message>
        <source>Damaged images</source>
        <translation>损坏图像上限</translation>
    </message>
    <message>
        <source>Damaged images are named in the log and skipped. When more than this fraction of the images is damaged, the training stops; 0.01 is 1 %.</source>
        <translation>损坏的图像会在日志中列出并跳过。损坏比例超过这个值时训练停止；0.01 即 1%。</translation>
    </message>
    <message>
        <source>How a gradient becomes a change of the weights. SGD: the plain step. Momentum: remembers where it was going. Adagrad: smaller steps for weights that moved much. Adam: momentum with a step of its own for every weight; often the quickest, usually with a learning rate of 0.001. AdamW: Adam whose weight decay does not pass through the gradient.</source>
        <translation>梯度如何变成权重的改变。SGD：最基本的一步。Momentum：记住之前的方向。Adagrad：变化多的权重步子更小。Adam：带动量，并为每个权重单独确定步长；往往最快，学习率一般取 0.001。AdamW：权重衰减不经过梯度的 Adam。</translation>
    </message>
    <message>
        <source>AdamW</source>
        <translation>AdamW</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>学习率计划</translation>
    </message>
    <message>
        <source>How the learning rate changes during the training. Step: times a factor every few epochs. Multi-step: at epochs of your choice. Cosine: smoothly down to the end, often the best without any tuning.</source>
        <translation>训练过程中学习率如何变化。阶梯：每隔若干轮乘以一个系数。多阶梯：在指定的轮次变化。余弦：平滑下降到结束，往往不用调参就有最好的效果。</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>恒定</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>阶梯</translation>
    </message>
    <message>
        <source>Multi-step</source>
        <translation>多阶梯</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>Epochs between two changes of the rate.</source>
        <translation>两次改变学习率之间的轮数。</translation>
    </message>
    <message>
        <source>At epochs</source>
        <translation>在这些轮次</translation>
    </message>
    <message>
        <source>The epochs at which the rate changes, rising, such as 30, 60, 80. Fractions are possible.</source>
        <translation>改变学习率的轮次，从小到大，例如 30, 60, 80；可以是小数。</translation>
    </message>
    <message>
        <source>Rates</source>
        <translation>对应学习率</translation>
    </message>
    <message>
        <source>The rate from each of these epochs on, such as 0.01, 0.001, 0.0001. Empty: times the factor at each.</source>
        <translation>从各个轮次起使用的学习率，例如 0.01, 0.001, 0.0001。留空则每次乘以系数。</translation>
    </message>
    <message>
        <source>Factor</source>
        <translation>系数</translation>
    </message>
    <message>
        <source>What the rate is multiplied by at each change; 0.1 is usual.</source>
        <translation>每次改变时学习率乘以的系数，通常为 0.1。</translation>
    </message>
    <message>
        <source>Ends at</source>
        <translation>最终学习率</translation>
    </message>
    <message>
        <source>The rate at the end of the cosine.</source>
        <translation>余弦下降结束时的学习率。</translation>
    </message>
    <message>
        <source>Mixed (bf16)</source>
        <translation>混合（bf16）</translation>
    </message>
    <message>
        <source>Optimiser and schedule</source>
        <translation>优化器与学习率计划</translation>
    </message>
    <message>
        <source>Nesterov momentum</source>
        <translation>Nesterov 动量</translation>
    </message>
    <message>
        <source>Looks at the gradient one step ahead; often a little better than plain momentum.</source>
        <translation>向前看一步再取梯度，往往比普通动量略好。</translation>
    </message>
    <message>
        <source>Beta 1</source>
        <translation>Beta 1</translation>
    </message>
    <message>
        <source>How long Adam remembers the gradient; 0.9 is usual.</source>
        <translation>Adam 对梯度的记忆长度，通常为 0.9。</translation>
    </message>
    <message>
        <source>Beta 2</source>
        <translation>Beta 2</translation>
    </message>
    <message>
        <source>How long Adam remembers the square of the gradient; 0.999 is usual.</source>
        <translation>Adam 对梯度平方的记忆长度，通常为 0.999。</translation>
    </message>
    <message>
        <source>Epsilon</source>
        <translation>Epsilon</translation>
    </message>
    <message>
        <source>Keeps the division from becoming too large; 0: the usual value of the optimiser.</source>
        <translation>避免除法结果过大；0 表示使用该优化器的常用值。</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>权重衰减</translation>
    </message>
    <message>
        <source>Pulls all weights towards 0 (L2 regularisation), against learning by heart; 0.0001 is usual for photographs, 0.05 with AdamW.</source>
        <translation>把权重拉向 0（L2 正则化），防止死记硬背；照片任务通常取 0.0001，AdamW 常用 0.05。</translation>
    </message>
    <message>
        <source>Decay norm and bias parameters too</source>
        <translation>归一化层和偏置参数也衰减</translation>
    </message>
    <message>
        <source>Many recipes leave these out: they are few, and pulling them towards 0 helps nothing.</source>
        <translation>很多训练方案不对它们做衰减：它们数量很少，拉向 0 也没有好处。</translation>
    </message>
    <message>
        <source>The rate grows from 0 to its full value over so many epochs. With large batches the first steps at the full rate would be too rough.</source>
        <translation>学习率在这么多轮内从 0 线性升到设定值。批量很大时，一开始就用满学习率会过于剧烈。</translation>
    </message>
    <message>
        <source>Scale the rate with the ranks</source>
        <translation>学习率随 rank 数放大</translation>
    </message>
    <message>
        <source>N ranks see N times as many samples in a step, so the gradient is N times as certain: multiply the rate by N, and use a warm-up (the linear scaling rule).</source>
        <translation>N 个 rank 每步看到 N 倍的样本，梯度也更可靠：把学习率乘以 N，并配合预热（线性缩放规则）。</translation>
    </message>
    <message>
        <source>Loss and gradients</source>
        <translation>损失与梯度</translation>
    </message>
    <message>
        <source>Label smoothing</source>
        <translation>标签平滑</translation>
    </message>
    <message>
        <source>Tells the network to be a little less sure: this share of each target is spread over all classes. 0.1 is usual for photographs.</source>
        <translation>让网络不要过于自信：每个目标的这一份额平均分给所有类别。照片任务通常取 0.1。</translation>
    </message>
    <message>
        <source>Accumulate</source>
        <translation>梯度累积</translation>
    </message>
    <message>
        <source>Each rank computes the gradient of its batch in so many pieces, one after another: the same step with less memory.</source>
        <translation>每个 rank 把自己的一批样本分成这么多份，依次计算梯度：同样的一步，占用更少内存。</translation>
    </message>
    <message>
        <source>Clip gradients at</source>
        <translation>梯度裁剪</translation>
    </message>
    <message>
        <source>When the gradient is longer than this, it is shortened to it; it keeps one strange batch from ruining the weights. 0: never.</source>
        <translation>梯度的长度超过这个值时缩短到该值，避免个别异常的批 毁掉权重。0 表示不裁剪。</translation>
    </message>
    <message>
        <source>Deterministic</source>
        <translation>确定性</translation>
    </message>
    <message>
        <source>Gradients are sent in buckets of this size while backward still computes the others. Small buckets start earlier, large ones use a fast network better.</source>
        <translation>梯度按这个大小装入桶中，在反向传播还在计算其余部分时就开始发送。桶小则发得早，桶大则更能利用快速网络。</translation>
    </message>
    <message>
        <source>Checkpoints and the end</source>
        <translation>检查点与结束</translation>
    </message>
    <message>
        <source>Checkpoint every</source>
        <translation>检查点间隔</translation>
    </message>
    <message>
        <source>Epochs between two checkpoints; the last epoch always writes one.</source>
        <translation>两个检查点之间的轮数；最后一轮结束时总会写入。</translation>
    </message>
    <message>
        <source>Keep the latest</source>
        <translation>保留最新</translation>
    </message>
    <message>
        <source>How many of the latest checkpoints stay.</source>
        <translation>保留最新的多少个检查点。</translation>
    </message>
    <message>
        <source>Keep the best</source>
        <translation>保留最好</translation>
    </message>
    <message>
        <source>How many of those with the best accuracy stay besides.</source>
        <translation>另外保留准确率最高的多少个检查点。</translation>
    </message>
    <message>
        <source>Best only above</source>
        <translation>最好须高于</translation>
    </message>
    <message>
        <source>A checkpoint counts as one of the best only when its accuracy is above this, from 0 to 1.</source>
        <translation>准确率高于这个值（0 到 1）的检查点才算作最好的之一。</translation>
    </message>
    <message>
        <source>Stop early after</source>
        <translation>提前停止</translation>
    </message>
    <message>
        <source>Epochs without a better accuracy after which the training ends; 0: it goes on to the last epoch.</source>
        <translation>准确率连续这么多轮没有提高就结束训练；0 表示一直训练到最后。</translation>
    </message>
    <message>
        <source>Log every</source>
        <translation>日志间隔</translation>
    </message>
    <message>
        <source>Steps between two lines of a rank&apos;s text log; the curves have every step.</source>
        <translation>rank 文本日志中两行之间的步数；曲线包含每一步。</translation>
    </message>
    <message>
        <source>Choose the test list</source>
        <translation>选择测试列表</translation>
    </message>
    <message>
        <source>The network that is trained; every rank holds a copy of it. MNIST CNN (20,350 parameters) and LeNet (431,080) suit digits; ResNet-20 to ResNet-56 suit CIFAR-10; I3D learns actions from video clips; the others are those of torchvision, made for photographs. Fewer parameters mean smaller gradients to exchange in every step.</source>
        <translation>要训练的网络；每个 rank 各持有一份副本。MNIST CNN（20,350 个参数）和 LeNet（431,080 个参数）适合手写数字；ResNet-20 到 ResNet-56 适合 CIFAR-10；I3D 从视频片段中学习动作；其余与 torchvision 的模型相同，面向照片。参数越少，每一步要交换的梯度就越小。</translation>
    </message>
    <message>
        <source>Test list</source>
        <translation>测试列表</translation>
    </message>
    <message>
        <source>The text file that names the videos held out: one name a line, as in UCF-101&apos;s testlist01.txt. They are never trained on, so how many of them are recognised tells what the network really learned. All other videos of the list are trained on.</source>
        <translation>列出留出视频的文本文件：每行一个名称，如 UCF-101 的 testlist01.txt。这些视频从不用于训练，因此其中有多少能被认出，就说明网络真正学到了多少。列表中的其他视频都用于训练。</translation>
    </message>
    <message>
        <source>Choose the test list on this computer</source>
        <translation>在本机上选择测试列表</translation>
    </message>
    <message>
        <source>A clip is this many frames in a row, from 1 to 1024, so that the network sees movement: 64 are about two and a half seconds of video. It is taken from anywhere in the video in training and from the middle in evaluation; a video that is shorter begins anew. Memory and work grow with it. Random images: 0 makes pictures.</source>
        <translation>一个片段就是这么多连续的帧（1 到 1024），这样网络才能看到动作：64 帧约为两秒半的视频。训练时取自视频的任意位置，评估时取自正中；较短的视频会从头重复。内存和计算量随之增加。随机图像：填 0 则生成图像。</translation>
    </message>
    <message>
        <source>Video clips</source>
        <translation>视频片段</translation>
    </message>
    <message>
        <source>MNIST or Fashion-MNIST: the folder with the four idx files, plain or .gz. CIFAR-10: the folder with the .bin files. Folders of images: the folder that holds train/CLASS/ and val/CLASS/ with JPEG or PNG files. Video clips: the text file that lists them, one line &quot;name folder frames label&quot; for each, where the folder holds the frames of the video as JPEG or PNG files, or the optical flow where it has {:s} in place of x and y. Paddle: the file mnist.json.gz. The path must exist on every host with a rank; a relative one starts at the document&apos;s folder.</source>
        <translation>MNIST 或 Fashion-MNIST：四个 idx 文件所在的文件夹，原样或 .gz 均可。CIFAR-10：.bin 文件所在的文件夹。图像文件夹：其下有 train/类别/ 和 val/类别/，内含 JPEG 或 PNG 文件。视频片段：列出它们的文本文件，每段一行“名称 文件夹 帧数 标签”，文件夹里是该视频各帧的 JPEG 或 PNG 文件；若文件夹中用 {:s} 代替 x 和 y，则是光流。Paddle：文件 mnist.json.gz。路径必须在每台有 rank 的主机上存在；相对路径从文档所在文件夹算起。</translation>
    </message>
    <message>
        <source>In training, each image is seen a little differently every time, so the network cannot learn it by heart. Standard: photographs are cropped at random and flipped, CIFAR-10 images are shifted by up to 4 pixels and flipped, clips begin anywhere in their video, and all frames of one are cropped and flipped alike. None: clips are the middle of their video.</source>
        <translation>训练时每次看到的图像都略有不同，网络就不会死记硬背。标准方式：照片随机裁剪并随机水平翻转；CIFAR-10 图像最多平移 4 个像素并随机翻转；视频片段从视频的任意位置开始，同一片段的所有帧以相同方式裁剪和翻转。无：片段取自视频正中。</translation>
    </message>
    <message>
        <source>What the model will learn from. Classes with far fewer samples than others are learned worse, and pictures under a wrong name teach mistakes.</source>
        <translation>模型将从中学习的内容。样本远少于其他类的类别学得较差，名称标错的图片会教给模型错误。</translation>
    </message>
    <message>
        <source>Drop a short last batch</source>
        <translation>丢弃不足的最后批次</translation>
    </message>
    <message>
        <source>When an epoch cannot be divided into whole batches, its last samples, others each time, are left out. Batch norms learn little from a few samples. Validation always takes every sample.</source>
        <translation>当一个轮次的样本不能整除为完整的批次时，舍去最后剩下的样本（每个轮次都不同）。批归一化从少量样本中学不到多少。验证始终使用全部样本。</translation>
    </message>
    <message>
        <source>Choose the weights on this computer</source>
        <translation>在本机上选择权重</translation>
    </message>
    <message>
        <source>Choose the weights</source>
        <translation>选择权重</translation>
    </message>
    <message>
        <source>Choose the weights to start from</source>
        <translation>选择起始权重</translation>
    </message>
    <message>
        <source>Weights (*.safetensors *.pth *.pt *.th);;All files (*)</source>
        <translation>权重文件 (*.safetensors *.pth *.pt *.th);;所有文件 (*)</translation>
    </message>
    <message>
        <source>%1 (automatic)</source>
        <translation>%1（自动）</translation>
    </message>
    <message>
        <source>Data path</source>
        <translation>数据路径</translation>
    </message>
    <message>
        <source>Clip length</source>
        <translation>片段长度</translation>
    </message>
    <message>
        <source>frames</source>
        <translation>帧</translation>
    </message>
    <message>
        <source>frame</source>
        <translation>帧</translation>
    </message>
    <message>
        <source>frames (pictures)</source>
        <translation>帧（即图片）</translation>
    </message>
    <message>
        <source>px</source>
        <translation>像素</translation>
    </message>
    <message>
        <source>images</source>
        <translation>张</translation>
    </message>
    <message>
        <source>image</source>
        <translation>张</translation>
    </message>
    <message>
        <source>Resize to</source>
        <translation>缩放到</translation>
    </message>
    <message>
        <source>The shorter side of a photograph (in evaluation) or of every frame of a clip becomes this long, then a square of the image size is cut out: the centre in evaluation, any in training. Empty: it follows the image size, 256 for 224, 73 for 64.</source>
        <translation>照片（评估时）或片段每一帧的短边先缩放到这个长度，再裁出边长为图像尺寸的正方形：评估时取正中，训练时任取一处。留空：随图像尺寸而定，224 对应 256，64 对应 73。</translation>
    </message>
    <message>
        <source>per rank</source>
        <translation>/ rank</translation>
    </message>
    <message>
        <source>(automatic)</source>
        <translation>（自动）</translation>
    </message>
    <message>
        <source>batches</source>
        <translation>批</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>批</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>MiB</source>
        <translation>MiB</translation>
    </message>
    <message>
        <source>of all</source>
        <translation>（占比）</translation>
    </message>
    <message>
        <source>Every</source>
        <translation>间隔</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>samples/rank</source>
        <translation>样本/rank</translation>
    </message>
    <message>
        <source>sample/rank</source>
        <translation>样本/rank</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>epochs (off)</source>
        <translation>轮（关闭）</translation>
    </message>
    <message>
        <source>of a target</source>
        <translation>（占比）</translation>
    </message>
    <message>
        <source>(off)</source>
        <translation>（关闭）</translation>
    </message>
    <message>
        <source>pieces</source>
        <translation>份</translation>
    </message>
    <message>
        <source>piece</source>
        <translation>份</translation>
    </message>
    <message>
        <source>L2 norm</source>
        <translation>L2 范数</translation>
    </message>
    <message>
        <source>Bucket</source>
        <translation>桶大小</translation>
    </message>
    <message>
        <source>Time-out</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>s</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>个</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>个</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>The numbers that the network computes with; weights and sums always have 32 bits. f32 is the reference. Mixed bf16 is much quicker on processors with AMX and on GPUs since Ampere (RTX 30, A100), nearly always with the same accuracy. Mixed fp16 is for older GPUs (RTX 20, T4); it scales the loss, and now and then leaves a step out. PyTorch and MXNet call this AMP.</source>
        <translation>网络计算时使用的数值格式；权重和求和始终是 32 位。f32 是基准。混合 bf16 在带 AMX 的处理器和 Ampere 以来的 GPU（RTX 30、A100）上快得多，准确率几乎总是一样。混合 fp16 用于更早的 GPU（RTX 20、T4）：它会放大损失，偶尔会跳过一步。PyTorch 和 MXNet 称之为 AMP。</translation>
    </message>
    <message>
        <source>Mixed (fp16)</source>
        <translation>混合（fp16）</translation>
    </message>
    <message>
        <source>TF32 on GPUs</source>
        <translation>GPU 上的 TF32</translation>
    </message>
    <message>
        <source>GPUs since Ampere may multiply in TF32: the range of f32 with 10 bits of fraction, several times quicker, and good where f32 is too slow and bf16 too coarse. Processors and older GPUs compute in f32 all the same. PyTorch: torch.backends.cuda.matmul.allow_tf32.</source>
        <translation>Ampere 以来的 GPU 可以用 TF32 做乘法：范围与 f32 相同，尾数 10 位，速度快好几倍，适合 f32 太慢而 bf16 又太粗的时候。处理器和更早的 GPU 仍以 f32 计算。对应 PyTorch 的 torch.backends.cuda.matmul.allow_tf32。</translation>
    </message>
    <message>
        <source>Every sum is made in a fixed order, so that equal seeds give equal weights, bit for bit. Processors always do so, at no cost. GPUs then pass over the quickest of their convolutions where these add in any order. PyTorch: torch.use_deterministic_algorithms.</source>
        <translation>每次求和都按固定的顺序进行，相同的种子会得到逐位相同的权重。处理器向来如此，没有代价。GPU 则不再使用那些求和顺序不定的卷积，即使它们最快。对应 PyTorch 的 torch.use_deterministic_algorithms。</translation>
    </message>
    <message>
        <source>Disk cache</source>
        <translation>磁盘缓存</translation>
    </message>
    <message>
        <source>What the drawn links, the model and the devices make of a step, and which strategy to choose for them.</source>
        <translation>由所画的链路、模型和设备推算出的一步，以及适合它们的策略。</translation>
    </message>
    <message>
        <source>Compare strategies</source>
        <translation>比较各种策略</translation>
    </message>
    <message>
        <source>How long a step and an epoch take with each strategy, what crosses the slowest part of the network, and what accuracy it may cost.</source>
        <translation>每种策略一步和一轮各需多久、有多少数据经过网络最慢处，以及可能损失多少准确率。</translation>
    </message>
    <message>
        <source>Choose the strategy</source>
        <translation>选择策略</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Each chosen device of each host is one rank. It holds the whole network and computes on samples of its own; the strategy says how the ranks stay in step.</source>
        <translation>每台主机上选中的每个设备就是一个 rank。它持有整个网络，用自己的那份样本计算；各 rank 怎样保持一致由策略决定。</translation>
    </message>
    <message>
        <source>local steps</source>
        <translation>本地训练</translation>
    </message>
    <message>
        <source>Compression</source>
        <translation>压缩</translation>
    </message>
    <message>
        <source>What of the gradients crosses the network. bf16, fp16: 16 bits of each number. int8: 8 bits. top-k: the largest numbers alone, the others wait. PowerSGD: two narrow matrices in place of each large one, and what they miss waits. All ranks get the same bits, whichever it is.</source>
        <translation>梯度中有多少经过网络。bf16、fp16：每个数 16 位。int8：8 位。top-k：只发送最大的那些数，其余留到以后。PowerSGD：用两个窄矩阵代替每个大矩阵，差额留到以后。无论选哪一种，所有 rank 得到的结果每一位都相同。</translation>
    </message>
    <message>
        <source>None (32 bits)</source>
        <translation>不压缩（32 位）</translation>
    </message>
    <message>
        <source>bf16</source>
        <translation>bf16</translation>
    </message>
    <message>
        <source>fp16</source>
        <translation>fp16</translation>
    </message>
    <message>
        <source>int8</source>
        <translation>int8</translation>
    </message>
    <message>
        <source>top-k</source>
        <translation>top-k</translation>
    </message>
    <message>
        <source>PowerSGD</source>
        <translation>PowerSGD</translation>
    </message>
    <message>
        <source>PowerSGD rank</source>
        <translation>PowerSGD 秩</translation>
    </message>
    <message>
        <source>Columns of the two narrow matrices, from 1 to 64. More of them: closer to the whole gradient, and as many times the bytes. Begin with 4; 1 sends a quarter of it and learns late.</source>
        <translation>两个窄矩阵的列数，1 到 64。列数越多越接近完整的梯度，字节数也成倍增加。先用 4；1 只发送四分之一，但学得晚。</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Fraction sent</source>
        <translation>发送比例</translation>
    </message>
    <message>
        <source>How much of each gradient crosses in a step, above 0 and up to 1; 0.01 is one number in a hundred. Each takes 8 bytes, for it has its place beside it.</source>
        <translation>每一步发送梯度的多大一部分，大于 0，不超过 1；0.01 是每一百个数发送一个。每个数占 8 字节，因为还要带上它的位置。</translation>
    </message>
    <message>
        <source>of each gradient</source>
        <translation>（占梯度）</translation>
    </message>
    <message>
        <source>Meet every</source>
        <translation>汇合间隔</translation>
    </message>
    <message>
        <source>Steps that each rank makes alone, from 1 to 100000; then all go on from the mean of their weights. They meet before each evaluation and checkpoint besides. 10 steps send a tenth.</source>
        <translation>每个 rank 独自走的步数，1 到 100000；然后大家从权重的平均值继续。每次评估和保存检查点之前也会汇合。间隔 10 步，传输量就是十分之一。</translation>
    </message>
    <message>
        <source>Outer rate</source>
        <translation>外层学习率</translation>
    </message>
    <message>
        <source>How far a meeting goes towards the mean of the weights, above 0 and up to 10; 1: to the mean itself. DiLoCo takes 0.7.</source>
        <translation>汇合时向权重平均值走多远，大于 0，不超过 10；1 表示直接到平均值。DiLoCo 用 0.7。</translation>
    </message>
    <message>
        <source>of the way</source>
        <translation>（占路程）</translation>
    </message>
    <message>
        <source>Outer momentum</source>
        <translation>外层动量</translation>
    </message>
    <message>
        <source>How much of the last meetings&apos; way is kept, from 0 to below 1. DiLoCo takes 0.9, for language models with AdamW; with Momentum as the optimiser 0.5 did better, 0.9 much worse.</source>
        <translation>保留以往汇合走向的多少，从 0 到小于 1。DiLoCo 用 0.9，那是用 AdamW 训练语言模型；优化器是动量时 0.5 更好，0.9 差得多。</translation>
    </message>
    <message>
        <source>Meet while training goes on</source>
        <translation>汇合时继续训练</translation>
    </message>
    <message>
        <source>Ranks do not wait for a meeting: it crosses the network under the steps up to the next, when its result comes in. A slow network is hidden so; each rank learns later of what the others found.</source>
        <translation>各 rank 不等待汇合：权重在到下一次汇合之前的这些步里经过网络，结果到那时才用上。这样能掩盖慢速网络，只是每个 rank 会晚一些得到其他 rank 学到的东西。</translation>
    </message>
    <message>
        <source>At most ahead</source>
        <translation>最多领先</translation>
    </message>
    <message>
        <source>How many steps a rank may be ahead of the slowest before it waits, up to 1000. Empty or -1: any number. The fewer, the fresher the weights that gradients are computed from.</source>
        <translation>一个 rank 领先最慢者多少步以后就要等待，最多 1000。留空或填 -1 表示不限。步数越少，计算梯度所用的权重越新。</translation>
    </message>
    <message>
        <source>Dampen the learning rate</source>
        <translation>降低学习率</translation>
    </message>
    <message>
        <source>Divides the rate by the ranks and by the steps that one may be ahead plus 1. Without it many trainings that learn well in step diverge here.</source>
        <translation>把学习率除以 rank 数，再除以最多领先的步数加 1。不这样做，许多同步时学得很好的训练在这里会发散。</translation>
    </message>
    <message>
        <source>Go on without lost ranks</source>
        <translation>失去 rank 也继续</translation>
    </message>
    <message>
        <source>A rank that dies or cannot be reached any more does not end the training: the others go on without its samples. Rank 0, which evaluates and saves, and the servers must stay.</source>
        <translation>某个 rank 崩溃或断开时训练不结束：其余 rank 不用它的样本，继续训练。负责评估和保存的 rank 0 以及各服务器必须一直在。</translation>
    </message>
    <message>
        <source>unbounded</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Good where a round trip on the network takes longer than computing a step, or links drop out; costs about half a point of accuracy.</source>
        <translation>适合网络往返一次比计算一步还久，或者链路时断时续的情况；准确率大约损失半个百分点。</translation>
    </message>
    <message>
        <source>Good while gradients cross as quickly as they are computed: then less to send gains nothing.</source>
        <translation>适合梯度传得和算得一样快的情况：这时少发也快不了。</translation>
    </message>
    <message>
        <source>Half the bytes. Good where gradients take up to twice as long as computing; no loss of accuracy has been measured.</source>
        <translation>字节减半。适合传梯度的时间不超过计算两倍的情况；没有测到准确率损失。</translation>
    </message>
    <message>
        <source>Half the bytes, sums closer than those of bf16; the tiniest gradients become 0. Good where bf16 is.</source>
        <translation>字节减半，求和比 bf16 更准；最小的梯度会变成 0。适合 bf16 的地方它也适合。</translation>
    </message>
    <message>
        <source>A quarter of the bytes. Good where half are still too many and PowerSGD costs too much accuracy.</source>
        <translation>字节减到四分之一。适合减半还嫌多、而 PowerSGD 又损失太多准确率的情况。</translation>
    </message>
    <message>
        <source>Good for networks without large matrices, such as ShuffleNet, on slow links with up to 8 ranks.</source>
        <translation>适合没有大矩阵的网络，例如 ShuffleNet，在慢速链路上，最多 8 个 rank。</translation>
    </message>
    <message>
        <source>Good on slow links: a fortieth of the bytes or less, for up to half a point of accuracy at rank 4.</source>
        <translation>适合慢速链路：字节减到四十分之一以下，秩为 4 时准确率最多损失半个百分点。</translation>
    </message>
    <message>
        <source>Their shares follow their speed.</source>
        <translation>各 rank 的份额随其速度而定。</translation>
    </message>
    <message>
        <source>Their shares: %1.</source>
        <translation>各 rank 的份额：%1。</translation>
    </message>
    <message>
        <source>Shares</source>
        <translation>份额</translation>
    </message>
    <message>
        <source>How the samples of a step are dealt out to the ranks; the global batch stays. Empty: as many to each. auto: by their speed, timed at the start and corrected between epochs. 3, 1: to rank 0 three times as many as to rank 1 (MXNet: work_load_list).</source>
        <translation>一步的样本如何分给各 rank；全局批量不变。留空：平均分配。auto：按各 rank 的速度，开始时测定，并在轮次之间修正。3, 1：rank 0 的样本是 rank 1 的三倍（即 MXNet 的 work_load_list）。</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>均分</translation>
    </message>
    <message>
        <source>all-reduce</source>
        <translation>全规约</translation>
    </message>
    <message>
        <source>server-sync</source>
        <translation>同步参数服务器</translation>
    </message>
    <message>
        <source>server-async</source>
        <translation>异步参数服务器</translation>
    </message>
    <message>
        <source>Good nearly always: each step is exactly that of one large batch. On slow links, compress. MXNet: local, device.</source>
        <translation>几乎总是合适：每一步都与一个大批量的那一步完全相同。链路慢时请压缩。MXNet 中叫 local、device。</translation>
    </message>
    <message>
        <source>Good where ranks reach the servers but not each other; the weights are those of all-reduce, which needs no more processes. MXNet: dist_sync, dist_device_sync.</source>
        <translation>适合各 rank 连得上服务器、彼此却连不通的情况；权重与全规约相同，而全规约不需要额外的进程。MXNet 中叫 dist_sync、dist_device_sync。</translation>
    </message>
    <message>
        <source>Good where a rank&apos;s speed jumps more than twofold and the others should not wait; costs half a point of accuracy or more. MXNet: dist_async.</source>
        <translation>适合某个 rank 的速度忽快忽慢、相差超过一倍而其他 rank 不该等它的情况；准确率会损失半个百分点或更多。MXNet 中叫 dist_async。</translation>
    </message>
    <message>
        <source>Encrypt traffic</source>
        <translation>加密通信</translation>
    </message>
    <message>
        <source>What ranks of different hosts, or ranks and servers, send each other is encrypted (AES-256-GCM): on a network that you share, others can neither read nor change it. Without, connections are authenticated when they are made, and gradients cross in clear text.</source>
        <translation>不同主机上的 rank 之间、rank 与参数服务器之间传送的内容用 AES-256-GCM 加密：即使网络与他人共用，别人也读不到、改不了。不打开时，连接只在建立时验证身份，梯度以明文传送。</translation>
    </message>
    <message>
        <source>Restart after errors</source>
        <translation>出错后重试</translation>
    </message>
    <message>
        <source>How many further attempts the hosts make by themselves, without this window, after one that ended in an error, as when a rank dies. Each goes on from the newest checkpoint that is whole.</source>
        <translation>一次尝试因出错（例如某个 rank 死掉）而结束后，主机最多自动再尝试多少次，不需要这个窗口开着。每次都从最新的完整检查点接着训练。</translation>
    </message>
    <message>
        <source>attempts</source>
        <translation>次</translation>
    </message>
    <message>
        <source>attempt</source>
        <translation>次</translation>
    </message>
    <message>
        <source>attempts (off)</source>
        <translation>次（关闭）</translation>
    </message>
    <message>
        <source>Wait before</source>
        <translation>重试前等待</translation>
    </message>
    <message>
        <source>How long the hosts wait before the first of these attempts. Each waits twice as long as the one before, an hour at most.</source>
        <translation>第一次自动重试之前等待多久。之后每次等待的时间是前一次的两倍，最长一小时。</translation>
    </message>
    <message>
        <source>How the replicas of the network stay in step. All-reduce: every rank applies the mean gradient of all. Server-sync: the same, but weights and optimiser are on parameter servers, whose number is a field of each host. Server-async: the servers apply each rank&apos;s gradient as it comes. Local steps: ranks train alone and meet every few steps. Model-parallel: the devices of a host are one rank, and each holds a part of the model&apos;s layers.</source>
        <translation>网络的各个副本怎样保持一致。全规约：每个 rank 都应用所有 rank 的平均梯度。同步参数服务器：结果相同，但权重和优化器放在参数服务器上，其数目是每台主机的一个字段。异步参数服务器：哪个 rank 的梯度先到，服务器就先应用。本地训练：各 rank 独自训练，每隔几步汇合一次。模型并行：一台主机的各个设备合为一个 rank，每个设备放模型的一部分层。</translation>
    </message>
    <message>
        <source>model-parallel</source>
        <translation>模型并行</translation>
    </message>
    <message>
        <source>Parts begin with</source>
        <translation>各段的起始层</translation>
    </message>
    <message>
        <source>The layers with which the second device of a host begins, the third, and so on, with commas between them: features.6 of AlexNet, layer3.0.conv1 of ResNet-18. Empty: chosen so that all devices have as much to do. A layer where more than one tensor would cross is refused, and those that can be chosen are listed; the log of the run says which layers are where.</source>
        <translation>主机的第二个、第三个……设备各从哪一层开始，以逗号分隔，例如 AlexNet 的 features.6、ResNet-18 的 layer3.0.conv1。留空：自动选择，使各设备的计算量相当。切口处若有多个张量通过，会被拒绝并列出可选的层；哪些层在哪个设备上，运行日志里有。</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>自动选择</translation>
    </message>
    <message>
        <source>Copies of checkpoints</source>
        <translation>检查点副本</translation>
    </message>
    <message>
        <source>How many other hosts hold a copy of each checkpoint. When the host of rank 0 is lost with its disk, the run goes on from a copy. They cost room on these hosts, and a part of the network while they are made.</source>
        <translation>还有多少台主机保存每个检查点的副本。rank 0 的主机连同磁盘一起丢失时，运行可以从副本接着训练。副本要占用这些主机的磁盘空间，复制时还要占用一部分网络。</translation>
    </message>
    <message>
        <source>hosts</source>
        <translation>台</translation>
    </message>
    <message>
        <source>host</source>
        <translation>台</translation>
    </message>
    <message>
        <source>hosts (off)</source>
        <translation>台（关闭）</translation>
    </message>
    <message>
        <source>Go on without lost hosts</source>
        <translation>主机丢失后继续</translation>
    </message>
    <message>
        <source>When a host is lost, the others make the next attempt without it, from the newest whole checkpoint that they hold. They take over its share, so a global batch stays as large. Once it is back, the next attempt takes it in again. More than half of the hosts must be left, or half of them with the first; so a network that is cut in two never trains twice.</source>
        <translation>有主机丢失时，其余主机从它们手上最新的完好检查点开始下一次尝试，不再等它。它的份额由其余主机承担，全局批量大小不变。它回来以后，再下一次尝试会重新用上它。剩下的主机必须超过一半，或者正好一半并且包含第一台；这样，网络断成两半时绝不会两边同时训练。</translation>
    </message>
    <message>
        <source>Good for trying how a model trains whose layers are on several devices: what it learns is the same as on one. A GPU needs memory for its part alone, so a model may be larger than one GPU; what crosses between parts goes through the host&apos;s memory, where the weights are updated too. Compute the batch in pieces (Accumulate), four for each device or more: while one device has a piece, the others have theirs.</source>
        <translation>适合想看看各层分布在多个设备上的模型怎样训练：学到的结果与只用一个设备时相同。一块 GPU 只需放得下自己那一段，所以模型可以大于单块 GPU 的显存；段与段之间的数据经过主机内存，权重也在主机上更新。请把批量分成小块计算（梯度累积），块数至少是设备数的四倍：一个设备在算一块时，其他设备在算别的块。</translation>
    </message>
    <message>
        <source>Chooses what is advised above. One step of undo.</source>
        <translation>采用上面建议的策略。可一步撤销。</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>采用%1</translation>
    </message>
    <message>
        <source>Disk space on each host for decoded images, which the ranks of the host and later runs then read instead of decoding them again; a photograph of 500 x 375 takes 0.54 MiB. 0: none.</source>
        <translation>每台主机上用来保存解码后图片的磁盘空间；该主机的各个 rank 和以后的运行直接读取，不必重新解码。一张 500 x 375 的照片占 0.54 MiB。0：不保存。</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>GiB (off)</source>
        <translation>GiB（关闭）</translation>
    </message>
    <message>
        <source>Costs about 0.65 s of one core for each GiB that a rank sends and receives, for which a link of 1 Gbps takes 8.6 s. GPUs then exchange gradients through the hosts&apos; memory, not by NCCL.</source>
        <translation>rank 每收发 1 GiB，约占一个核心 0.65 秒；1 Gbps 的链路传这么多要 8.6 秒。GPU 之间这时不走 NCCL，改经主机内存交换梯度。</translation>
    </message>
    <message>
        <source>How long a rank may be silent before the run ends and names it. A GPU that hangs is waited for as long, but for five minutes at least.</source>
        <translation>某个 rank 沉默多久后结束运行并指出它。GPU 卡住时也等这么久，但至少五分钟。</translation>
    </message>
</context>
<context>
    <name>lockstep::FieldChooser</name>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Find a parameter or a result</source>
        <translation>查找参数或结果</translation>
    </message>
    <message>
        <source>Parameters and results</source>
        <translation>参数和结果</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>lockstep::FieldEditor</name>
    <message>
        <source>different</source>
        <translation>各不相同</translation>
    </message>
</context>
<context>
    <name>lockstep::FieldTexts</name>
    <message>
        <source>Hosts</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>%1, best</source>
        <translation>%1，最佳</translation>
    </message>
    <message>
        <source>%1, last</source>
        <translation>%1，最后</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Time trained</source>
        <translation>训练时长</translation>
    </message>
    <message>
        <source>Samples per second of all ranks</source>
        <translation>所有 rank 每秒样本数</translation>
    </message>
    <message>
        <source>Rehearsal</source>
        <translation>演练</translation>
    </message>
</context>
<context>
    <name>lockstep::FillInStrip</name>
    <message>
        <source>Put away</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Put away what is left to fill in</source>
        <translation>收起待填写的各项</translation>
    </message>
    <message numerus="yes">
        <source>%Ln thing(s) to fill in: %1</source>
        <translation>
            <numerusform>还有 %Ln 项要填写：%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln host(s)</source>
        <comment>field of hosts</comment>
        <translation>
            <numerusform>%Ln 台主机的%1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>field of a host</comment>
        <translation>%2 的%1</translation>
    </message>
</context>
<context>
    <name>lockstep::FilterView</name>
    <message>
        <source>Each filter by itself</source>
        <translation>各卷积核分别归一</translation>
    </message>
    <message>
        <source>Frame of the kernels</source>
        <translation>卷积核的帧</translation>
    </message>
    <message>
        <source>Black and white are the largest weight of each filter, not that of all</source>
        <translation>黑与白对应各卷积核自身的最大权重，而不是所有卷积核的最大权重</translation>
    </message>
    <message>
        <source>Filters of the first layer</source>
        <translation>第一层的卷积核</translation>
    </message>
    <message>
        <source>There are no filters to see: no layer of these weights convolves pictures.</source>
        <translation>没有可显示的卷积核：这些权重中没有对图片做卷积的层。</translation>
    </message>
    <message>
        <source>%1: %2 of %3 filters.</source>
        <translation>%1：%3 个卷积核中的 %2 个。</translation>
    </message>
    <message>
        <source>The first of %1 channels is shown.</source>
        <translation>显示 %1 个通道中的第一个。</translation>
    </message>
    <message>
        <source>Filter %1: weights from %2 to %3</source>
        <translation>卷积核 %1：权重从 %2 到 %3</translation>
    </message>
    <message>
        <source>Frame %1 of %2</source>
        <translation>第 %1 帧，共 %2 帧</translation>
    </message>
</context>
<context>
    <name>lockstep::FindBar</name>
    <message>
        <source>Name, address, facts …</source>
        <translation>名称、地址、配置…</translation>
    </message>
    <message>
        <source>Find hosts and links</source>
        <translation>查找主机和链路</translation>
    </message>
    <message>
        <source>Put away (Esc)</source>
        <translation>收起 (Esc)</translation>
    </message>
    <message>
        <source>Put the search away</source>
        <translation>收起查找栏</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Previous (Shift+Enter)</source>
        <translation>上一个（Shift+回车）</translation>
    </message>
    <message>
        <source>Next (Enter)</source>
        <translation>下一个（回车）</translation>
    </message>
</context>
<context>
    <name>lockstep::ForeignPage</name>
    <message>
        <source>Reading %1: %2 %</source>
        <translation>正在读取 %1：%2 %</translation>
    </message>
</context>
<context>
    <name>lockstep::HeatMap</name>
    <message>
        <source>Heat map of ranks and steps</source>
        <translation>各 rank 各步的热图</translation>
    </message>
    <message>
        <source>Rank %1, step %2: %3, of which %4 waiting for others and %5 own work</source>
        <translation>Rank %1，第 %2 步：%3，其中等待其他 rank %4，自身工作 %5</translation>
    </message>
    <message>
        <source>No rank has finished a step yet.</source>
        <translation>还没有 rank 完成任何一步。</translation>
    </message>
</context>
<context>
    <name>lockstep::HistogramView</name>
    <message>
        <source>Distribution of the values</source>
        <translation>数值的分布</translation>
    </message>
    <message>
        <source>%1: no value is finite</source>
        <translation>%1：没有有限数值</translation>
    </message>
    <message>
        <source>%1: from %2 to %3, mean %4</source>
        <translation>%1：从 %2 到 %3，均值 %4</translation>
    </message>
    <message numerus="yes">
        <source>%1 to %2: %Ln value(s)</source>
        <translation>
            <numerusform>%1 到 %2：%Ln 个数值</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a tensor to see how its values are spread.</source>
        <translation>选择一个张量，查看其数值的分布。</translation>
    </message>
    <message>
        <source>No value is finite.</source>
        <translation>没有有限数值。</translation>
    </message>
    <message>
        <source>highest: %1</source>
        <translation>最高：%1</translation>
    </message>
</context>
<context>
    <name>lockstep::HostKeeping</name>
    <message>
        <source>The name is taken</source>
        <translation>名称已被占用</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>The palette has other hosts of these names: %1. Replace them?</source>
        <translation>面板中已有同名的其他主机：%1。要替换吗？</translation>
    </message>
    <message>
        <source>Save as a template</source>
        <translation>另存为模板</translation>
    </message>
    <message>
        <source>Name of the template. Hosts made of it are called NAME-1, NAME-2, …</source>
        <translation>模板名称。由它创建的主机依次命名为“名称-1”“名称-2”…</translation>
    </message>
    <message>
        <source>There is a template “%1” already. Replace it?</source>
        <translation>已有名为“%1”的模板。要替换它吗？</translation>
    </message>
</context>
<context>
    <name>lockstep::HostListDialog</name>
    <message>
        <source>&amp;Join them by a switch</source>
        <translation>用一台交换机相连(&amp;J)</translation>
    </message>
    <message>
        <source>Hosts from a list</source>
        <translation>从列表添加主机</translation>
    </message>
    <message>
        <source>One host a line: an address, user@host:port, or a hosts file of MXNet, MPI, Slurm or Grid Engine as it is.</source>
        <translation>一行一台主机：写地址或 user@host:port；MXNet、MPI、Slurm、Grid Engine 的主机文件也可原样粘贴。</translation>
    </message>
    <message>
        <source>List of hosts</source>
        <translation>主机列表</translation>
    </message>
    <message>
        <source>Lines that name no host</source>
        <translation>不是主机的行</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>&amp;Open a file…</source>
        <translation>打开文件(&amp;O)…</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>What each rank of these hosts trains on. It can be changed host by host later.</source>
        <translation>这些主机的每个 rank 用什么设备训练。以后可以逐台修改。</translation>
    </message>
    <message>
        <source>&amp;Devices:</source>
        <translation>设备(&amp;D)：</translation>
    </message>
    <message>
        <source>Open a list of hosts</source>
        <translation>打开主机列表</translation>
    </message>
    <message numerus="yes">
        <source>%Ln host(s)</source>
        <translation>
            <numerusform>%Ln 台主机</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rank(s)</source>
        <translation>
            <numerusform>%Ln 个 rank</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more in the drawing already</source>
        <translation>
            <numerusform>另有 %Ln 台图上已有</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) to correct</source>
        <translation>
            <numerusform>%Ln 行需要更正</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::HostLoad</name>
    <message>
        <source>GPU %1 %</source>
        <translation>GPU %1 %</translation>
    </message>
    <message>
        <source>GPU %1: %2</source>
        <translation>GPU %1：%2</translation>
    </message>
    <message>
        <source>CPU %1 %</source>
        <translation>CPU %1 %</translation>
    </message>
    <message>
        <source>CPU: %1 % of what the ranks may fill, %2 of memory</source>
        <translation>CPU：占各 rank 可用部分的 %1 %，内存 %2</translation>
    </message>
    <message>
        <source>Nothing newer since %1.</source>
        <translation>%1 之后没有新数据。</translation>
    </message>
</context>
<context>
    <name>lockstep::HostPalette</name>
    <message>
        <source>Palette of hosts</source>
        <translation>主机面板</translation>
    </message>
    <message>
        <source>Add to the drawing</source>
        <translation>添加到画布</translation>
    </message>
    <message>
        <source>Remove from the palette</source>
        <translation>从列表中移除</translation>
    </message>
    <message>
        <source>Remove “%1” from the palette?</source>
        <translation>要从面板移除“%1”吗？</translation>
    </message>
    <message>
        <source>Drawings keep the hosts that came of it. This cannot be undone.</source>
        <translation>已画出的主机不受影响。此操作无法撤销。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Remove from the palette…</source>
        <translation>从面板移除…</translation>
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
        <translation>您给这台主机起的名称。改名后链路保持不变。</translation>
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
        <source>Network interface that the ranks exchange gradients over, such as eth1. Empty: the one that the hosts reach each other by, as their routes say.</source>
        <translation>各 rank 交换梯度所用的网络接口，例如 eth1。留空：按各主机的路由，使用它们彼此相通的接口。</translation>
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
        <source>none; 0,2 for two</source>
        <translation>无；两个则写 0,2</translation>
    </message>
    <message>
        <source>Ranks are counted through all hosts in the order in which they were drawn.</source>
        <translation>rank 按主机绘制的先后顺序在所有主机上连续编号。</translation>
    </message>
    <message>
        <source>No device chosen: no rank runs here.</source>
        <translation>没有选择设备：这里不运行 rank。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln rank(s) here: %1</source>
        <translation>
            <numerusform>这里有 %Ln 个 rank：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>硬件</translation>
    </message>
    <message>
        <source>What it is made of, in your own words, as testbeds list it. Written on its card, and copied with it.</source>
        <translation>用您自己的话描述它的配置，就像试验平台列出的那样。会写在卡片上，并随副本一起复制。</translation>
    </message>
    <message>
        <source>RTX 3080, 4 cores, 8 GB, 200 GB</source>
        <translation>RTX 3080，4 核，8 GB，200 GB</translation>
    </message>
    <message>
        <source>GPUs in it</source>
        <translation>GPU 数量</translation>
    </message>
    <message>
        <source>How many GPUs the machine has, from 0 to 64: so many chips appear on its card to choose from. 0: not stated.</source>
        <translation>这台机器有多少块 GPU（0 到 64）：卡片上会出现同样多的标签供选择。0 表示未说明。</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>地区</translation>
    </message>
    <message>
        <source>Where it stands, in your own words.</source>
        <translation>它所在的地方，可自由填写。</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>The system that it runs, in your own words.</source>
        <translation>它运行的系统，可自由填写。</translation>
    </message>
    <message>
        <source>Ubuntu 20.04</source>
        <translation>Ubuntu 20.04</translation>
    </message>
    <message>
        <source>Port of their SSH servers, from 1 to 65535; 22 is usual.</source>
        <translation>它们的 SSH 服务器端口，1 到 65535；通常是 22。</translation>
    </message>
    <message>
        <source>User name on all of these hosts. Empty: the same as yours here.</source>
        <translation>这些主机上的用户名。留空：与您在这里的相同。</translation>
    </message>
    <message>
        <source>Network interface for gradients on all of these hosts, such as eth1.</source>
        <translation>这些主机交换梯度所用的网卡，例如 eth1。</translation>
    </message>
    <message>
        <source>The devices that train on each of these hosts: cpu,cpu for two ranks on the processor; 0,2 for two GPUs.</source>
        <translation>每台主机上参加训练的设备：cpu,cpu 表示处理器上两个 rank；0,2 表示两个 GPU。</translation>
    </message>
    <message>
        <source>In your own words: RTX 3080, 4 cores, 8 GB, 200 GB.</source>
        <translation>用您自己的话：RTX 3080, 4 cores, 8 GB, 200 GB。</translation>
    </message>
    <message>
        <source>Where they stand, in your own words.</source>
        <translation>它们在哪里，用您自己的话写。</translation>
    </message>
    <message>
        <source>The system that they run, in your own words.</source>
        <translation>它们运行的系统，用您自己的话写。</translation>
    </message>
    <message>
        <source>Test this host</source>
        <translation>测试此主机</translation>
    </message>
    <message>
        <source>Tries the login, the engine, the devices and the data there (F7)</source>
        <translation>尝试那里的登录、引擎、设备和数据 (F7)</translation>
    </message>
    <message>
        <source>(not stated)</source>
        <translation>（未说明）</translation>
    </message>
    <message>
        <source>Indices of the GPUs to train on, as nvidia-smi counts them: 0,2 takes the first and the third. Each one is a rank; 0,0 puts two ranks on one GPU. Empty: none.</source>
        <translation>用于训练的 GPU 序号，按 nvidia-smi 的编号：0,2 表示第一个和第三个。每个 GPU 是一个 rank；0,0 让两个 rank 共用一个 GPU。留空：不使用。</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Parameter servers on this host, from 0 to 64, for the strategies with servers. They need no GPU, but memory and a quick link to every rank. Where no host has any, one runs on each host with ranks.</source>
        <translation>本主机上的参数服务器数量，0 到 64，供带服务器的策略使用。它们不需要 GPU，但需要内存以及到每个 rank 的快速链路。如果所有主机都没有设置，则每台有 rank 的主机上运行一个。</translation>
    </message>
    <message>
        <source>Parameter servers on each of these hosts, for the strategies with servers.</source>
        <translation>这些主机上各自的参数服务器数量，供带服务器的策略使用。</translation>
    </message>
    <message>
        <source>(none of its own)</source>
        <translation>（未指定）</translation>
    </message>
</context>
<context>
    <name>lockstep::HostStates</name>
    <message>
        <source>Run: waiting for the other hosts.</source>
        <translation>运行：正在等待其他主机。</translation>
    </message>
    <message>
        <source>Run: connecting to this host.</source>
        <translation>运行：正在连接这台主机。</translation>
    </message>
    <message>
        <source>Run: the engine is being copied to this host.</source>
        <translation>运行：正在把引擎复制到这台主机。</translation>
    </message>
    <message>
        <source>Run: ready, the ranks are about to start.</source>
        <translation>运行：已就绪，各 rank 即将启动。</translation>
    </message>
    <message>
        <source>Run: training.</source>
        <translation>运行：正在训练。</translation>
    </message>
    <message>
        <source>Run: stopping after the step in progress.</source>
        <translation>运行：完成当前这一步后停止。</translation>
    </message>
    <message>
        <source>Run: stopped; a checkpoint was written.</source>
        <translation>运行：已停止，并已写入检查点。</translation>
    </message>
    <message>
        <source>Run: finished.</source>
        <translation>运行：已完成。</translation>
    </message>
    <message>
        <source>Run: failed.</source>
        <translation>运行：失败。</translation>
    </message>
    <message>
        <source>Run: out of reach; Lockstep tries again.</source>
        <translation>运行：无法连接；Lockstep 正在重试。</translation>
    </message>
    <message>
        <source>Run: ended here because another host or rank failed.</source>
        <translation>运行：因另一台主机或另一个 rank 失败，这里随之结束。</translation>
    </message>
    <message>
        <source>Run: nothing was started here.</source>
        <translation>运行：这里没有启动任何进程。</translation>
    </message>
    <message>
        <source>Not tested yet.</source>
        <translation>尚未测试。</translation>
    </message>
    <message>
        <source>Run: about to restart.</source>
        <translation>运行：即将重启。</translation>
    </message>
    <message>
        <source>Run: left out of the attempt.</source>
        <translation>运行：这次尝试没有用这台主机。</translation>
    </message>
</context>
<context>
    <name>lockstep::HostStrip</name>
    <message>
        <source>this computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Left out of attempt %1</source>
        <translation>第 %1 次尝试没有它</translation>
    </message>
    <message>
        <source>Deploying: %1 of %2</source>
        <translation>正在部署：%1 / %2</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>主机</translation>
    </message>
</context>
<context>
    <name>lockstep::HostTestModel</name>
    <message>
        <source>%1 (%2): %3</source>
        <comment>check, what it looks at, what it found</comment>
        <translation>%1（%2）：%3</translation>
    </message>
    <message>
        <source>Expected: %1.</source>
        <translation>应为：%1。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>host: what came of its test</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>lockstep::HostTestPanel</name>
    <message numerus="yes">
        <source>Testing %Ln host(s)…</source>
        <translation>
            <numerusform>正在测试 %Ln 台主机…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln host(s) tested</source>
        <translation>
            <numerusform>已测试 %Ln 台主机</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>hosts tested, hosts failed</comment>
        <translation>%1，%2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed</source>
        <translation>
            <numerusform>%Ln 台失败</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Test all again</source>
        <translation>全部重新测试</translation>
    </message>
    <message>
        <source>Put away</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Put the tests away</source>
        <translation>收起测试结果</translation>
    </message>
    <message>
        <source>Tests of hosts</source>
        <translation>主机测试</translation>
    </message>
    <message numerus="yes">
        <source>Measuring the network: %1 of %Ln pair(s)…</source>
        <translation>
            <numerusform>正在测量网络：%1/%Ln 对…</numerusform>
        </translation>
    </message>
    <message>
        <source>Take the measured rates into the drawing</source>
        <translation>把测得的速率写入图中</translation>
    </message>
    <message>
        <source>Links that are slower or faster than drawn, or have no bandwidth yet, get the measured one. The forecast follows. One step of undo.</source>
        <translation>比图上慢或快的链路，以及还没有带宽的链路，都改为测得的值。预测随之更新。撤销一步即可还原。</translation>
    </message>
    <message numerus="yes">
        <source>trouble on the network between %Ln pair(s)</source>
        <translation>
            <numerusform>%Ln 对主机之间的网络有问题</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::HostTests</name>
    <message>
        <source>Tested %1. %2</source>
        <comment>time, result</comment>
        <translation>%1 测试。%2</translation>
    </message>
</context>
<context>
    <name>lockstep::InsideDialog</name>
    <message>
        <source>%1, step %2</source>
        <translation>%1，第 %2 步</translation>
    </message>
    <message>
        <source>%1 tensors with %2 values.</source>
        <translation>%1 个张量，共 %2 个数值。</translation>
    </message>
    <message>
        <source>All files have the sizes and checksums of the manifest.</source>
        <translation>所有文件的大小和校验和均与清单一致。</translation>
    </message>
    <message>
        <source>Reading and verifying the checkpoint…</source>
        <translation>正在读取并校验检查点…</translation>
    </message>
    <message>
        <source>Inside the checkpoint</source>
        <translation>检查点内部</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>卷积核</translation>
    </message>
    <message>
        <source>Tensors of the checkpoint</source>
        <translation>检查点的张量</translation>
    </message>
</context>
<context>
    <name>lockstep::InsightTable</name>
    <message>
        <source>Copy the rows</source>
        <translation>复制这些行</translation>
    </message>
    <message>
        <source>Filter by name</source>
        <translation>按名称筛选</translation>
    </message>
</context>
<context>
    <name>lockstep::Inspector</name>
    <message>
        <source>Inspector</source>
        <translation>属性</translation>
    </message>
</context>
<context>
    <name>lockstep::InventoryDialog</name>
    <message>
        <source>Runs on hosts</source>
        <translation>主机上的运行</translation>
    </message>
    <message>
        <source>Another &amp;host:</source>
        <translation>其他主机(&amp;H)：</translation>
    </message>
    <message>
        <source>user@host:port, or a name of ~/.ssh/config</source>
        <translation>user@host:port，或者 ~/.ssh/config 里的名字</translation>
    </message>
    <message>
        <source>A&amp;sk</source>
        <translation>查看(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;End…</source>
        <translation>结束(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Delete…</source>
        <translation>删除(&amp;D)…</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>刷新(&amp;R)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>What hosts keep</source>
        <translation>主机上存着的东西</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Adopt and open</source>
        <translation>收为己有并打开(&amp;O)</translation>
    </message>
    <message>
        <source>Makes the run one of yours too: you watch it from its first step, stop it and go on with it, as whoever began it can.</source>
        <translation>让这次运行也成为您的：从第一步看起，可以停止，可以接着训练，和启动它的人一样。</translation>
    </message>
    <message numerus="yes">
        <source>Asking %Ln host(s)…</source>
        <translation>
            <numerusform>正在查看 %Ln 台主机…</numerusform>
        </translation>
    </message>
    <message>
        <source>What runs, and what runs are using, cannot be deleted; neither is anything that Lockstep has not put there itself.</source>
        <translation>正在进行的运行和它们在用的东西不能删除；不是 Lockstep 自己放上去的，也绝不会动。</translation>
    </message>
    <message>
        <source>The run&apos;s host %1 is the computer from which it was begun; what happens there cannot be watched from here.</source>
        <translation>这次运行的主机 %1 就是启动它的那台电脑，从这里看不到那上面的情况。</translation>
    </message>
</context>
<context>
    <name>lockstep::InventoryModel</name>
    <message>
        <source>as of %1</source>
        <translation>截至 %1</translation>
    </message>
    <message>
        <source>Kept there</source>
        <translation>存着</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>始于</translation>
    </message>
    <message>
        <source>On the disk</source>
        <translation>占用磁盘</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>标识</translation>
    </message>
</context>
<context>
    <name>lockstep::KeyboardNavigator</name>
    <message>
        <source>There is no other host or switch to link this one to.</source>
        <translation>没有其他主机或交换机可以连接。</translation>
    </message>
</context>
<context>
    <name>lockstep::LaneView</name>
    <message>
        <source>No step tells where its time went yet. Engines tell of a step now and then, at most twice a second; older ones never do.</source>
        <translation>还没有哪一步记录了时间去向。引擎每隔一会儿记录一步，每秒最多两步；较早版本的引擎不记录。</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Step %1  ·  %2</source>
        <translation>第 %1 步  ·  %2</translation>
    </message>
    <message>
        <source>Lanes of the ranks</source>
        <translation>各 rank 的时间条</translation>
    </message>
</context>
<context>
    <name>lockstep::LibraryDialog</name>
    <message>
        <source>Do not ask again for this host</source>
        <translation>对此主机不再询问</translation>
    </message>
    <message>
        <source>Libraries for GPUs</source>
        <translation>GPU 所需的库</translation>
    </message>
    <message>
        <source>Without them the run ends with what is missing. They can also be installed on the host itself.</source>
        <translation>没有这些库，运行将以缺少的内容为由结束。也可以直接在该主机上安装。</translation>
    </message>
    <message>
        <source>Send them</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Do not send</source>
        <translation>不发送</translation>
    </message>
</context>
<context>
    <name>lockstep::LinkPanel</name>
    <message>
        <source>Delete this link</source>
        <translation>删除此链路</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>10 Mbps, 1 Gbps …</source>
        <translation>10 Mbps、1 Gbps…</translation>
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
        <translation>0.1 ms…</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Anything you want to remember about this link.</source>
        <translation>关于这条链路您想记下的任何内容。</translation>
    </message>
    <message>
        <source>%1 ↔ %2</source>
        <translation>%1 ↔ %2</translation>
    </message>
    <message>
        <source>How many bits each of these links carries in a second, with the unit: 10 Mbps.</source>
        <translation>每条链路每秒传多少比特，带单位：10 Mbps。</translation>
    </message>
    <message>
        <source>How long a message takes one way: 0.1 ms, 50 us.</source>
        <translation>消息单程要多久：0.1 ms、50 us。</translation>
    </message>
    <message>
        <source>How many bits the link carries each second, with its unit: 10 Mbps, 1 Gbps, 25 Gbps. Gradients cross it in every step: a slow link is often what training waits for. It serves the forecast, and a rehearsal keeps to it; a run on the hosts finds the network as it is. Empty: not stated.</source>
        <translation>链路每秒传输的比特数，带单位：10 Mbps、1 Gbps、25 Gbps。每一步梯度都要经过它：训练等待的往往就是慢的链路。此值用于预测，演练时也照此限速；在真实主机上运行时，网络本来多快就是多快。留空：未说明。</translation>
    </message>
    <message>
        <source>Bandwidth and latency serve the forecast, and a rehearsal keeps to them. A run on the hosts finds the network as it is: they change nothing there.</source>
        <translation>带宽和时延用于预测，演练时也会照此限制。在真实主机上运行时它们不起作用：网络本来多快就是多快。</translation>
    </message>
</context>
<context>
    <name>lockstep::ListText</name>
    <message>
        <source>%1, %2</source>
        <comment>what is listed, one more</comment>
        <translation>%1、%2</translation>
    </message>
</context>
<context>
    <name>lockstep::LiveRunStrip</name>
    <message numerus="yes">
        <source>%Ln run(s) in progress:</source>
        <translation>
            <numerusform>有 %Ln 个运行正在进行：</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s) in progress when last heard of (%1):</source>
        <translation>
            <numerusform>上次得到消息时（%1）有 %Ln 个运行正在进行：</numerusform>
        </translation>
    </message>
    <message>
        <source>Open “%1”</source>
        <translation>打开“%1”</translation>
    </message>
    <message>
        <source>Show all runs</source>
        <translation>显示所有运行</translation>
    </message>
    <message>
        <source>Put away</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Put the runs in progress away</source>
        <translation>收起正在进行的运行</translation>
    </message>
</context>
<context>
    <name>lockstep::LocalPreviewer</name>
    <message>
        <source>its answer is too long</source>
        <translation>它的回答过长</translation>
    </message>
    <message>
        <source>it ended with code %1</source>
        <translation>它以代码 %1 结束</translation>
    </message>
    <message>
        <source>it has not answered for %1 minutes</source>
        <translation>它已有 %1 分钟没有回应</translation>
    </message>
</context>
<context>
    <name>lockstep::LogChoice</name>
    <message>
        <source>Every line</source>
        <translation>所有行</translation>
    </message>
    <message>
        <source>Without debug lines</source>
        <translation>不含调试信息</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>警告和错误</translation>
    </message>
    <message>
        <source>Errors alone</source>
        <translation>仅错误</translation>
    </message>
    <message>
        <source>Fold repeated lines</source>
        <translation>折叠重复的行</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Choose lines by how grave they are, and fold repeated ones</source>
        <translation>按严重程度筛选行，并折叠重复的行</translation>
    </message>
    <message>
        <source>The ranks whose logs are shown together, like 0-3, 8; empty: all of them</source>
        <translation>一起显示哪些 rank 的日志，例如 0-3, 8；留空表示全部</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Attempt %1</source>
        <translation>第 %1 次尝试</translation>
    </message>
    <message>
        <source>All ranks</source>
        <translation>全部 rank</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>Supervisor on %1</source>
        <translation>%1 上的监管进程</translation>
    </message>
</context>
<context>
    <name>lockstep::LogFinder</name>
    <message>
        <source>Search the logs</source>
        <translation>查找日志</translation>
    </message>
    <message>
        <source>Capital and small letters differ</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>The text is a regular expression</source>
        <translation>按正则表达式查找</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一个匹配</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一个匹配</translation>
    </message>
    <message>
        <source>List</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>List every line that was found</source>
        <translation>列出找到的所有行</translation>
    </message>
    <message>
        <source>Lines that were found</source>
        <translation>找到的行</translation>
    </message>
    <message>
        <source>No regular expression: %1</source>
        <translation>正则表达式有误：%1</translation>
    </message>
    <message>
        <source>%1 found, %2 %</source>
        <translation>已找到 %1 行，%2 %</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 found</source>
        <translation>找到 %1 行</translation>
    </message>
    <message>
        <source>Rank %1: %2</source>
        <translation>Rank %1：%2</translation>
    </message>
</context>
<context>
    <name>lockstep::LogGutter</name>
    <message>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>%1 times the same</source>
        <translation>相同内容共 %1 次</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
</context>
<context>
    <name>lockstep::LogMatchModel</name>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
</context>
<context>
    <name>lockstep::LogPanel</name>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Stay at the end while the log grows</source>
        <translation>日志增长时停留在末尾</translation>
    </message>
    <message>
        <source>What this rank writes appears here, line by line.</source>
        <translation>这个 rank 写出的内容会逐行出现在这里。</translation>
    </message>
    <message>
        <source>Wrap</source>
        <translation>换行</translation>
    </message>
    <message>
        <source>Go on with long lines in the next row</source>
        <translation>长行在下一行继续显示</translation>
    </message>
    <message>
        <source>Go to…</source>
        <translation>转到…</translation>
    </message>
    <message>
        <source>Go to a line by its number, or to a time (%1)</source>
        <translation>按行号或时间转到某一行（%1）</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>No line passes the filter.</source>
        <translation>没有符合筛选条件的行。</translation>
    </message>
    <message>
        <source>Reading: %1 %</source>
        <translation>正在读取：%1 %</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>转到</translation>
    </message>
    <message>
        <source>The number of a line, or a time like 14:05:30 or 2026-11-21 14:05:30:</source>
        <translation>输入行号，或 14:05:30、2026-11-21 14:05:30 这样的时间：</translation>
    </message>
    <message>
        <source>There is no such line yet</source>
        <translation>目前没有这一行</translation>
    </message>
    <message>
        <source>Neither a line nor a time</source>
        <translation>既不是行号也不是时间</translation>
    </message>
    <message>
        <source>Nothing was written here.</source>
        <translation>这里没有写入任何内容。</translation>
    </message>
</context>
<context>
    <name>lockstep::LogView</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Go to the start</source>
        <translation>转到开头</translation>
    </message>
    <message>
        <source>Go to the end</source>
        <translation>转到末尾</translation>
    </message>
    <message>
        <source>Show this moment elsewhere</source>
        <translation>在其他视图中显示这一时刻</translation>
    </message>
</context>
<context>
    <name>lockstep::MainWindow</name>
    <message>
        <source>The run cannot be opened.</source>
        <translation>无法打开这次运行。</translation>
    </message>
    <message>
        <source>The drawing is not of this run. Open the experiment of the run first.</source>
        <translation>当前画布不属于这次运行。请先打开这次运行的实验。</translation>
    </message>
</context>
<context>
    <name>lockstep::ManualWindow</name>
    <message>
        <source>Manual — Lockstep</source>
        <translation>使用手册 — Lockstep</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面内容</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Smaller type</source>
        <translation>缩小字号</translation>
    </message>
    <message>
        <source>Larger type</source>
        <translation>放大字号</translation>
    </message>
    <message>
        <source>Search the manual</source>
        <translation>在手册中查找</translation>
    </message>
    <message>
        <source>Enter goes to the next place, on other pages too</source>
        <translation>回车转到下一处，也包括其他页</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>没有找到</translation>
    </message>
</context>
<context>
    <name>lockstep::MarkLayer</name>
    <message>
        <source>End of epoch %1</source>
        <translation>第 %1 个 epoch 结束</translation>
    </message>
    <message>
        <source>Update left out: the gradients of rank %1 were no numbers</source>
        <translation>跳过的更新：rank %1 的梯度不是数</translation>
    </message>
    <message>
        <source>Checkpoint after step %1, the best so far</source>
        <translation>第 %1 步后的检查点，目前最佳</translation>
    </message>
    <message>
        <source>Checkpoint after step %1</source>
        <translation>第 %1 步后的检查点</translation>
    </message>
    <message>
        <source>Attempt %1</source>
        <translation>第 %1 次尝试</translation>
    </message>
    <message>
        <source>%1 of rank %2: %3</source>
        <translation>rank %2 的%1：%3</translation>
    </message>
    <message>
        <source>plus infinity</source>
        <translation>正无穷</translation>
    </message>
    <message>
        <source>minus infinity</source>
        <translation>负无穷</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>不是数</translation>
    </message>
</context>
<context>
    <name>lockstep::MeasuredLinks</name>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>The link is as drawn.</source>
        <translation>链路与图上一致。</translation>
    </message>
    <message>
        <source>No bandwidth is drawn.</source>
        <translation>图上没有写带宽。</translation>
    </message>
    <message>
        <source>The link is slower than drawn.</source>
        <translation>链路比图上慢。</translation>
    </message>
    <message>
        <source>The link is faster than drawn.</source>
        <translation>链路比图上快。</translation>
    </message>
    <message>
        <source>A host was too busy to tell what the link carries.</source>
        <translation>有一台主机太忙，无法判断链路的速率。</translation>
    </message>
    <message>
        <source>Packets of the usual size are lost on the way.</source>
        <translation>正常大小的数据包在途中丢失。</translation>
    </message>
    <message>
        <source>The hosts do not reach each other over it.</source>
        <translation>主机之间经由它无法连通。</translation>
    </message>
    <message>
        <source>measured %1</source>
        <translation>实测 %1</translation>
    </message>
    <message>
        <source>✕ large packets lost</source>
        <translation>✕ 大数据包丢失</translation>
    </message>
    <message>
        <source>✕ unreachable</source>
        <translation>✕ 连不通</translation>
    </message>
    <message>
        <source>Measured from %1 to %2: %3; back: %4.</source>
        <translation>从 %1 到 %2 测得 %3，反方向 %4。</translation>
    </message>
    <message>
        <source>Draw the measured rates</source>
        <translation>写入测得的速率</translation>
    </message>
</context>
<context>
    <name>lockstep::MetricAlarm</name>
    <message>
        <source>%1 of rank %2 became %3 in epoch %4.</source>
        <translation>rank %2 的%1在第 %4 轮变成了 %3。</translation>
    </message>
    <message>
        <source>%1 of rank %2 became %3 at step %4.</source>
        <translation>rank %2 的%1在第 %4 步变成了 %3。</translation>
    </message>
</context>
<context>
    <name>lockstep::MetricPlot</name>
    <message>
        <source>Writing the values…</source>
        <translation>正在写入数值…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Keep the newest point in sight</source>
        <translation>让最新的点始终可见</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Picture (PNG)…</source>
        <translation>图片 (PNG)…</translation>
    </message>
    <message>
        <source>Values (CSV)…</source>
        <translation>数值 (CSV)…</translation>
    </message>
    <message>
        <source>Save the plot</source>
        <translation>保存图</translation>
    </message>
    <message>
        <source>Save the values</source>
        <translation>保存数值</translation>
    </message>
    <message>
        <source>Save the plot as a page for print, or its values as a table</source>
        <translation>把图保存为可打印的页面，或把数值保存为表格</translation>
    </message>
    <message>
        <source>Drawing (SVG)…</source>
        <translation>矢量图 (SVG)…</translation>
    </message>
    <message>
        <source>Page (PDF)…</source>
        <translation>页面 (PDF)…</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Show the whole run (double click into the plot, or Home)</source>
        <translation>显示整个运行（双击图表，或按 Home）</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <source>Note…</source>
        <translation>备注…</translation>
    </message>
    <message>
        <source>Move left</source>
        <translation>左移</translation>
    </message>
    <message>
        <source>Move right</source>
        <translation>右移</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>What happened at step %1? An empty note is removed.</source>
        <translation>第 %1 步时发生了什么？留空则删除备注。</translation>
    </message>
    <message>
        <source>Copy as a picture</source>
        <translation>复制为图片</translation>
    </message>
</context>
<context>
    <name>lockstep::MultiSelectionPanel</name>
    <message>
        <source>Drag them together, or press L to link two hosts.</source>
        <translation>可以一起拖动；按 L 键把两台主机连起来。</translation>
    </message>
    <message>
        <source>Delete them</source>
        <translation>全部删除</translation>
    </message>
    <message numerus="yes">
        <source>%Ln element(s) selected</source>
        <translation>
            <numerusform>已选 %Ln 个元素</numerusform>
        </translation>
    </message>
    <message>
        <source>Addresses</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>One line for each host, in the order in which they were drawn: an address, or user@address:port. A list can be pasted at once. A user or port that a line leaves out stays as it is.</source>
        <translation>按绘制的先后，每台主机一行：地址，或 用户@地址:端口。可以一次粘贴整份列表。某行没有写用户或端口时，原来的保持不变。</translation>
    </message>
    <message>
        <source>One line per host:
192.168.1.20
ada@gpu-2.lab:2222</source>
        <translation>每台主机一行：
192.168.1.20
ada@gpu-2.lab:2222</translation>
    </message>
</context>
<context>
    <name>lockstep::NetworkPanel</name>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Delete this network</source>
        <translation>删除此网络</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>What you call it.</source>
        <translation>您对它的称呼。</translation>
    </message>
    <message>
        <source>In pixels at a zoom of 100 %, at least 48.</source>
        <translation>缩放为 100 % 时的像素数，至少 48。</translation>
    </message>
    <message>
        <source>Nothing stands on it. Drag hosts here: they move with it.</source>
        <translation>上面还没有内容。把主机拖到这里，它们会随它一起移动。</translation>
    </message>
    <message>
        <source>Moves with it: %1</source>
        <translation>随它移动的有：%1</translation>
    </message>
    <message>
        <source>px</source>
        <translation>像素</translation>
    </message>
</context>
<context>
    <name>lockstep::NetworkPicture</name>
    <message>
        <source>work %1 · waiting %2</source>
        <translation>工作 %1 · 等待 %2</translation>
    </message>
</context>
<context>
    <name>lockstep::NodePlacer</name>
    <message>
        <source>The drawing is full: it holds at most %1 of these.</source>
        <translation>画布已满：此类元素最多 %1 个。</translation>
    </message>
</context>
<context>
    <name>lockstep::Overview</name>
    <message>
        <source>Overview of the drawing</source>
        <translation>画布鸟瞰图</translation>
    </message>
    <message>
        <source>The whole drawing. Drag the frame to look elsewhere.</source>
        <translation>整个画布。拖动方框可查看其他位置。</translation>
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
    <name>lockstep::PairTexts</name>
    <message>
        <source>Waiting…</source>
        <translation>等待中…</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>正在测量…</translation>
    </message>
    <message>
        <source>Not measured.</source>
        <translation>未测量。</translation>
    </message>
    <message>
        <source>an unknown interface</source>
        <translation>未知的网络接口</translation>
    </message>
    <message>
        <source>Measured over %1 and %2, with packets of %3 bytes.</source>
        <translation>经由 %1 和 %2 测得，数据包为 %3 字节。</translation>
    </message>
</context>
<context>
    <name>lockstep::PaletteRows</name>
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
    <message>
        <source>Switch</source>
        <translation>交换机</translation>
    </message>
    <message>
        <source>A shared segment: hosts that are linked to it reach each other, and share what it carries.</source>
        <translation>共享网段：连接到它的主机可以互相访问，并共享它的带宽。</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>A labelled area. Whatever stands on it moves with it: a laboratory, a rack, a region.</source>
        <translation>带标签的区域，例如实验室、机架或地区。放在上面的内容会随它一起移动。</translation>
    </message>
    <message>
        <source>A template: every host made of it has a name of its own; type its address.</source>
        <translation>模板：由它创建的每台主机都有自己的名称，地址需另行填写。</translation>
    </message>
    <message>
        <source>Cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>Host templates</source>
        <translation>主机模板</translation>
    </message>
    <message>
        <source>Saved hosts</source>
        <translation>已保存的主机</translation>
    </message>
    <message>
        <source>From SSH</source>
        <translation>来自 SSH 配置</translation>
    </message>
</context>
<context>
    <name>lockstep::ParallelPlot</name>
    <message>
        <source>Runs across parallel axes</source>
        <translation>各次运行在平行坐标上的折线</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Drag along an axis to leave the runs within; point at a line for its values.</source>
        <translation>沿一条轴拖动，只保留取值在其中的运行；指向一条线可看它的值。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>what, value</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>run: values</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>lockstep::PartKey</name>
    <message>
        <source>Sums of buckets over the ranks</source>
        <translation>梯度桶的跨 rank 求和</translation>
    </message>
</context>
<context>
    <name>lockstep::PartTabs</name>
    <message>
        <source>Show the other parts again</source>
        <translation>重新显示其他部分</translation>
    </message>
    <message>
        <source>Fill the page with this part</source>
        <translation>让此部分占满页面</translation>
    </message>
    <message>
        <source>Show the other parts again (Esc)</source>
        <translation>重新显示其他部分（Esc）</translation>
    </message>
</context>
<context>
    <name>lockstep::PathButton</name>
    <message>
        <source>Choose on this computer</source>
        <translation>在本机上选择</translation>
    </message>
</context>
<context>
    <name>lockstep::PictureModel</name>
    <message>
        <source>Class %1</source>
        <translation>类别 %1</translation>
    </message>
    <message>
        <source>Sample %1</source>
        <translation>样本 %1</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 像素</translation>
    </message>
</context>
<context>
    <name>lockstep::PlotDialog</name>
    <message>
        <source>What the plot shows</source>
        <translation>图表显示的内容</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search the metrics</source>
        <translation>搜索指标</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>左轴</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>右轴</translation>
    </message>
    <message>
        <source>Over:</source>
        <translation>横轴：</translation>
    </message>
    <message>
        <source>Smoothing:</source>
        <translation>平滑：</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>Over</source>
        <translation>横轴</translation>
    </message>
    <message>
        <source>One upon the other</source>
        <translation>逐层堆叠</translation>
    </message>
    <message>
        <source>Logarithmic x axis</source>
        <translation>横轴取对数</translation>
    </message>
    <message>
        <source>Logarithmic left axis</source>
        <translation>左轴取对数</translation>
    </message>
    <message>
        <source>Logarithmic right axis</source>
        <translation>右轴取对数</translation>
    </message>
    <message>
        <source>Also what later attempts did again</source>
        <translation>也显示后来的尝试重做的部分</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>lockstep::PlotPage</name>
    <message>
        <source>Add a plot…</source>
        <translation>添加图表…</translation>
    </message>
    <message>
        <source>Another plot of any number that the journals carry</source>
        <translation>再添加一个图表，可选日志中的任意数值</translation>
    </message>
    <message>
        <source>Linked</source>
        <translation>联动</translation>
    </message>
    <message>
        <source>What is zoomed in one plot is zoomed in all over the same axis</source>
        <translation>在一个图表中缩放时，横轴相同的图表一同缩放</translation>
    </message>
    <message>
        <source>Usual plots</source>
        <translation>默认图表</translation>
    </message>
    <message>
        <source>Arrange the page as for a new experiment</source>
        <translation>按新实验的样子排列页面</translation>
    </message>
    <message>
        <source>Export the page</source>
        <translation>导出页面</translation>
    </message>
    <message>
        <source>Save all plots as a page for print, or their values as a table</source>
        <translation>将所有图表保存为可打印的页面，或将数值保存为表格</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>图表</translation>
    </message>
</context>
<context>
    <name>lockstep::PredictionModel</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Sample %1</source>
        <translation>样本 %1</translation>
    </message>
    <message>
        <source>Class %1, to which it gives %2</source>
        <translation>类别 %1，网络给它 %2</translation>
    </message>
    <message>
        <source>Taken for %1, with %2</source>
        <translation>被认作 %1，概率 %2</translation>
    </message>
</context>
<context>
    <name>lockstep::Preflight</name>
    <message>
        <source>Logging in…</source>
        <translation>正在登录…</translation>
    </message>
    <message>
        <source>Starting the engine…</source>
        <translation>正在启动引擎…</translation>
    </message>
    <message>
        <source>Looking at the devices…</source>
        <translation>正在查看设备…</translation>
    </message>
    <message>
        <source>Opening the data…</source>
        <translation>正在打开数据…</translation>
    </message>
    <message>
        <source>The log-in does not work: %1</source>
        <translation>无法登录：%1</translation>
    </message>
    <message>
        <source>The engine does not run there: %1</source>
        <translation>引擎无法在那里运行：%1</translation>
    </message>
    <message>
        <source>The devices cannot be used: %1</source>
        <translation>设备无法使用：%1</translation>
    </message>
    <message>
        <source>The data cannot be used: %1</source>
        <translation>数据无法使用：%1</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between the names of checks</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>login</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>In order: %1.</source>
        <translation>正常：%1。</translation>
    </message>
    <message>
        <source>Not tested: %1.</source>
        <translation>未测试：%1。</translation>
    </message>
    <message>
        <source>Waiting…</source>
        <translation>等待中…</translation>
    </message>
    <message>
        <source>Looking at what it has left…</source>
        <translation>正在查看剩余资源…</translation>
    </message>
    <message>
        <source>It lacks something: %1</source>
        <translation>缺少资源：%1</translation>
    </message>
    <message>
        <source>system</source>
        <comment>what a host has left: disk, memory, limits</comment>
        <translation>系统</translation>
    </message>
</context>
<context>
    <name>lockstep::PreviewDialog</name>
    <message>
        <source>The data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Samples of each class</source>
        <translation>各类的样本数</translation>
    </message>
    <message>
        <source>Click to sort by class or by count</source>
        <translation>点击可按类别或样本数排序</translation>
    </message>
    <message>
        <source>Copy the counts</source>
        <translation>复制样本数</translation>
    </message>
    <message>
        <source>Sample pictures</source>
        <translation>样本图片</translation>
    </message>
    <message>
        <source>Copy the picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Part of the data</source>
        <translation>数据的部分</translation>
    </message>
    <message>
        <source>Which samples to show: those the model learns from, or those it is measured on</source>
        <translation>显示哪些样本：模型用来学习的，还是用来衡量模型的</translation>
    </message>
    <message>
        <source>All classes</source>
        <translation>所有类别</translation>
    </message>
    <message>
        <source>Shows pictures of every class again</source>
        <translation>重新显示所有类别的图片</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>换一批</translation>
    </message>
    <message>
        <source>Shows the next samples of each class</source>
        <translation>显示每一类接下来的样本</translation>
    </message>
    <message>
        <source>Previewing the data</source>
        <translation>正在查看数据</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stops the preview; big folders on slow disks take a while</source>
        <translation>停止查看；慢速磁盘上的大文件夹需要一些时间</translation>
    </message>
    <message>
        <source>Preview again</source>
        <translation>重新查看</translation>
    </message>
    <message>
        <source>Reads the data anew: the files may be others now</source>
        <translation>重新读取数据：文件可能已经改变</translation>
    </message>
    <message>
        <source>Copies how many samples each class has, for a spreadsheet</source>
        <translation>复制每类的样本数，可粘贴到电子表格</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>One sample: %1.</source>
        <translation>单个样本：%1。</translation>
    </message>
    <message>
        <source>No sample to show.</source>
        <translation>没有可显示的样本。</translation>
    </message>
    <message>
        <source>Connects to the host of rank 0, copies the engine there if it is missing, and previews the data there</source>
        <translation>连接 rank 0 所在的主机，必要时把引擎复制过去，并在那里查看数据</translation>
    </message>
    <message>
        <source>Preview on %1</source>
        <translation>在 %1 上查看</translation>
    </message>
    <message>
        <source>%1 of %2 pictures cannot be read.</source>
        <translation>%2 张图片中有 %1 张无法读取。</translation>
    </message>
    <message>
        <source>Choose a picture to read where it comes from.</source>
        <translation>选择一张图片，可查看它的来源。</translation>
    </message>
</context>
<context>
    <name>lockstep::PreviewStrip</name>
    <message>
        <source>Preview the data…</source>
        <translation>查看数据…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>A preview of the data</source>
        <translation>数据一览</translation>
    </message>
    <message>
        <source>Sample pictures</source>
        <translation>样本图片</translation>
    </message>
    <message>
        <source>Previewing the data</source>
        <translation>正在查看数据</translation>
    </message>
    <message>
        <source>Shows sample pictures of every class and how many samples each class has</source>
        <translation>显示每一类的样本图片，以及每类有多少样本</translation>
    </message>
    <message>
        <source>Stops the preview; big folders on slow disks take a while</source>
        <translation>停止查看；慢速磁盘上的大文件夹需要一些时间</translation>
    </message>
    <message>
        <source>Connects to the host of rank 0, copies the engine there if it is missing, and previews the data there</source>
        <translation>连接 rank 0 所在的主机，必要时把引擎复制过去，并在那里查看数据</translation>
    </message>
    <message>
        <source>Preview on %1</source>
        <translation>在 %1 上查看</translation>
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
    <name>lockstep::ProblemModel</name>
    <message>
        <source>%1: %2</source>
        <comment>place: problem</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Error: %1</source>
        <translation>错误：%1</translation>
    </message>
    <message>
        <source>Warning: %1</source>
        <translation>警告：%1</translation>
    </message>
</context>
<context>
    <name>lockstep::ProblemPanel</name>
    <message>
        <source>Nothing stands in the way of a run.</source>
        <translation>没有什么妨碍运行。</translation>
    </message>
    <message>
        <source>Put away</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Put the problems away</source>
        <translation>收起问题列表</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>No problems</source>
        <translation>没有问题</translation>
    </message>
    <message numerus="yes">
        <source>%Ln error(s)</source>
        <translation>
            <numerusform>%Ln 个错误</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln warning(s)</source>
        <translation>
            <numerusform>%Ln 个警告</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>errors, warnings</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Train on the CPUs instead</source>
        <translation>改用 CPU 训练</translation>
    </message>
    <message>
        <source>Puts a CPU rank in the place of each GPU that cannot be used</source>
        <translation>用一个 CPU rank 代替每个无法使用的 GPU</translation>
    </message>
</context>
<context>
    <name>lockstep::RankFilterBar</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Ranks: 0-7, a host, a device</source>
        <translation>rank：0-7、主机或设备</translation>
    </message>
    <message>
        <source>Filter the ranks</source>
        <translation>筛选 rank</translation>
    </message>
    <message>
        <source>Each word must be found in a rank&apos;s host, device or state, or be its number or a span of numbers: 8-15</source>
        <translation>每个词都要出现在 rank 的主机、设备或状态中，或者是它的编号，或是包含该编号的范围：8-15</translation>
    </message>
    <message>
        <source>State of the ranks shown</source>
        <translation>所显示 rank 的状态</translation>
    </message>
    <message>
        <source>Host of the ranks shown</source>
        <translation>所显示 rank 的主机</translation>
    </message>
    <message>
        <source>Show all ranks</source>
        <translation>显示所有 rank</translation>
    </message>
    <message>
        <source>Show all ranks (Esc)</source>
        <translation>显示所有 rank（Esc）</translation>
    </message>
    <message>
        <source>All hosts</source>
        <translation>所有主机</translation>
    </message>
    <message>
        <source>All states</source>
        <translation>所有状态</translation>
    </message>
</context>
<context>
    <name>lockstep::RankPanel</name>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
</context>
<context>
    <name>lockstep::RankTable</name>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
</context>
<context>
    <name>lockstep::RankTableModel</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation>样本/秒</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Top-1</source>
        <translation>Top-1</translation>
    </message>
    <message>
        <source>Top-5</source>
        <translation>Top-5</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Data wait</source>
        <translation>等待数据</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Mean loss over this rank&apos;s samples in the last step</source>
        <translation>最近一步中该 rank 各样本的平均损失</translation>
    </message>
    <message>
        <source>Share of this rank&apos;s samples in the last step whose likeliest answer was right</source>
        <translation>最近一步中，该 rank 的样本里最可能的答案正确的比例</translation>
    </message>
    <message>
        <source>Share of this rank&apos;s samples in the last step whose right answer was among the five likeliest</source>
        <translation>最近一步中，该 rank 的样本里正确答案位于最可能的五个之中的比例</translation>
    </message>
    <message>
        <source>How far the last step followed its gradient</source>
        <translation>最近一步沿梯度前进了多远</translation>
    </message>
    <message>
        <source>How long the last step waited for its batch</source>
        <translation>最近一步为等待自己的批量花了多久</translation>
    </message>
    <message>
        <source>Forward, backward and optimiser in the last step</source>
        <translation>最近一步的前向、反向和优化器</translation>
    </message>
    <message>
        <source>How long the last step waited for other ranks, beyond what was hidden behind the backward pass</source>
        <translation>最近一步等待其他 rank 的时间，不含被反向计算掩盖的部分</translation>
    </message>
    <message>
        <source>A click sorts, a right click chooses columns</source>
        <translation>单击排序，右键选择要显示的列</translation>
    </message>
    <message>
        <source>This rank&apos;s share of the rate of the whole: all ranks make every step together</source>
        <translation>该 rank 在总速率中所占的部分：所有 rank 每一步都一起完成</translation>
    </message>
    <message>
        <source>GPU load</source>
        <translation>GPU 负载</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU 显存</translation>
    </message>
    <message>
        <source>GPU temperature</source>
        <translation>GPU 温度</translation>
    </message>
    <message>
        <source>GPU power</source>
        <translation>GPU 功率</translation>
    </message>
    <message>
        <source>Share of the time in which this rank&apos;s GPU computes, for whomever</source>
        <translation>该 rank 的 GPU 有多少时间在计算，不论为谁</translation>
    </message>
    <message>
        <source>Memory of this rank&apos;s GPU that is in use, by all that runs on it</source>
        <translation>该 rank 的 GPU 已用的显存，包括上面运行的所有程序</translation>
    </message>
    <message>
        <source>Of the chip; a GPU that is too hot slows itself down</source>
        <translation>芯片的温度；GPU 太热时会自行降速</translation>
    </message>
    <message>
        <source>What the card of this rank draws</source>
        <translation>该 rank 的显卡消耗的功率</translation>
    </message>
    <message>
        <source>Loss so far</source>
        <translation>损失走势</translation>
    </message>
    <message>
        <source>Step time so far</source>
        <translation>步时走势</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>The loss of all steps so far, from the lowest to the highest; a mark at the foot stands where it was no number. A click sorts by the last one.</source>
        <translation>到目前为止每一步的损失，从最低到最高；底部的标记表示那里的损失不是数字。单击按最近一步的损失排序。</translation>
    </message>
    <message>
        <source>How long each step so far took, from the shortest to the longest. A click sorts by the last one.</source>
        <translation>到目前为止每一步的用时，从最短到最长。单击按最近一步的用时排序。</translation>
    </message>
    <message>
        <source>Memory of its host that the rank holds</source>
        <translation>该 rank 占用的主机内存</translation>
    </message>
</context>
<context>
    <name>lockstep::Rehearsal</name>
    <message>
        <source>network namespaces, without root&apos;s rights</source>
        <translation>网络命名空间，无需 root 权限</translation>
    </message>
    <message>
        <source>network namespaces, as root</source>
        <translation>网络命名空间，以 root 身份</translation>
    </message>
    <message numerus="yes">
        <source>Rehearsal on this computer: %Ln host(s) as processes that share its network.</source>
        <translation>
            <numerusform>在这台电脑上演练：%Ln 台主机是共用它网络的进程。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Rehearsal on this computer: %Ln host(s), over links with the drawn bandwidths and latencies (%1).</source>
        <translation>
            <numerusform>在这台电脑上演练：%Ln 台主机，链路的带宽和时延与图上相同（%1）。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing holds the links back: this computer lets nobody make networks, so the times on the network are not those of the drawn cluster, and links can be neither limited nor cut.</source>
        <translation>链路不受限制：这台电脑不允许创建网络，所以花在网络上的时间与所画的集群不同，也不能限制或切断链路。</translation>
    </message>
    <message>
        <source>The ranks of GPUs compute on this computer&apos;s processors, at their speed.</source>
        <translation>画在 GPU 上的 rank 用这台电脑的处理器计算，速度也是处理器的速度。</translation>
    </message>
    <message>
        <source>cut</source>
        <comment>a link</comment>
        <translation>断开</translation>
    </message>
    <message>
        <source>no limit</source>
        <comment>a link</comment>
        <translation>不限</translation>
    </message>
    <message>
        <source>killed</source>
        <comment>a host</comment>
        <translation>已杀掉</translation>
    </message>
    <message>
        <source>slowed</source>
        <comment>a host</comment>
        <translation>放慢</translation>
    </message>
    <message>
        <source>paused</source>
        <comment>a host</comment>
        <translation>暂停</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>host: paused</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 ↔ %2: %3</source>
        <comment>hosts, and what their link does</comment>
        <translation>%1 ↔ %2：%3</translation>
    </message>
    <message>
        <source>There are more ranks than this computer has cores: after the first steps each of them waits as long as computing took it alone. The exchange is real, but the model learns nothing more.</source>
        <translation>rank 比这台电脑的核还多：头几步之后，每个 rank 按自己单独计算所用的时间等待。交换是真实的，但模型不再学习。</translation>
    </message>
    <message>
        <source>data slowed</source>
        <comment>a host</comment>
        <translation>数据加载放慢</translation>
    </message>
    <message>
        <source>now %1</source>
        <comment>a link</comment>
        <translation>现为 %1</translation>
    </message>
</context>
<context>
    <name>lockstep::RehearsalActions</name>
    <message>
        <source>Everything as &amp;drawn</source>
        <translation>全部恢复原样(&amp;D)</translation>
    </message>
    <message>
        <source>Limit the &amp;bandwidth…</source>
        <translation>限制带宽(&amp;B)…</translation>
    </message>
    <message>
        <source>&amp;Cut the link</source>
        <translation>断开链路(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Mend the link</source>
        <translation>修好链路(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Pause the host</source>
        <translation>暂停主机(&amp;P)</translation>
    </message>
    <message>
        <source>Let the host &amp;go on</source>
        <translation>让主机继续(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Slow the host</source>
        <translation>放慢主机(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Relieve the host</source>
        <translation>恢复主机速度(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Kill the host</source>
        <translation>杀掉主机(&amp;K)</translation>
    </message>
    <message>
        <source>Bandwidth each way, until it is mended:</source>
        <translation>每个方向的带宽，修好之前一直有效：</translation>
    </message>
    <message>
        <source>Limit the bandwidth</source>
        <translation>限制带宽</translation>
    </message>
    <message>
        <source>The bandwidth must be more than 0. To let nothing through, cut the link.</source>
        <translation>带宽必须大于 0。要让链路完全不通，请断开它。</translation>
    </message>
    <message>
        <source>Slow the &amp;loading of data</source>
        <translation>放慢数据加载(&amp;L)</translation>
    </message>
    <message>
        <source>Load data as be&amp;fore</source>
        <translation>恢复数据加载速度(&amp;F)</translation>
    </message>
</context>
<context>
    <name>lockstep::RehearsalRibbon</name>
    <message>
        <source>As drawn again</source>
        <translation>恢复原样</translation>
    </message>
    <message>
        <source>Mends all links, lets hosts go on and relieves them. A host that was killed stays so.</source>
        <translation>修好所有链路，让主机继续运行并恢复速度。已经杀掉的主机不会回来。</translation>
    </message>
</context>
<context>
    <name>lockstep::RemotePreviewer</name>
    <message>
        <source>Connecting to %1…</source>
        <translation>正在连接 %1…</translation>
    </message>
    <message>
        <source>Copying the engine to %1: %2 %…</source>
        <translation>正在把引擎复制到 %1：%2 %…</translation>
    </message>
    <message>
        <source>Previewing the data on %1…</source>
        <translation>正在 %1 上查看数据…</translation>
    </message>
</context>
<context>
    <name>lockstep::RunAnnouncer</name>
    <message>
        <source>%1 diverges</source>
        <translation>%1 发散了</translation>
    </message>
    <message>
        <source>%1[*] — Lockstep</source>
        <translation>%1[*] — Lockstep</translation>
    </message>
    <message>
        <source>%1 % %2[*] — Lockstep</source>
        <translation>%1 % %2[*] — Lockstep</translation>
    </message>
    <message>
        <source>%1 has finished</source>
        <translation>%1 已完成</translation>
    </message>
    <message>
        <source>%1 has stopped</source>
        <translation>%1 已停止</translation>
    </message>
    <message>
        <source>%1 has failed</source>
        <translation>%1 失败了</translation>
    </message>
    <message>
        <source>The sweep of “%1” has ended</source>
        <translation>“%1”的参数扫描已结束</translation>
    </message>
</context>
<context>
    <name>lockstep::RunBanner</name>
    <message numerus="yes">
        <source>… and %Ln more; the hosts above tell.</source>
        <translation>
            <numerusform>……以及另外 %Ln 条；详见上方的主机。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::RunBlame</name>
    <message>
        <source>rank %1 on %2</source>
        <translation>%2 上的 rank %1</translation>
    </message>
    <message>
        <source>It costs %1 of each step of %2; so say %3 of the last %4 steps.</source>
        <translation>每步 %2中因此多花 %1；最近 %4 步里有 %3 步如此。</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>The network from %1 to %2 is slow: it reaches %3 while data are waiting.</source>
        <translation>从 %1 到 %2 的网络偏慢：数据在等着发送，却只达到 %3。</translation>
    </message>
    <message>
        <source>The link %1 is slow: it reaches %2 while data are waiting.</source>
        <translation>链路 %1 偏慢：数据在等着发送，却只达到 %2。</translation>
    </message>
    <message>
        <source> or </source>
        <comment>between names of links</comment>
        <translation> 或 </translation>
    </message>
    <message>
        <source>Nothing holds the run back: no loader, rank or link is out of line.</source>
        <translation>没有什么拖慢这次运行：加载、各 rank 和链路都正常。</translation>
    </message>
    <message>
        <source>Held back by the loading of data on %1: it waits %2 for each batch, most wait %3.</source>
        <translation>拖慢运行的是%1的数据加载：每个批次要等 %2，多数 rank 只等 %3。</translation>
    </message>
    <message>
        <source>Held back by %1: it computes %2 in each step, most compute %3.</source>
        <translation>拖慢运行的是%1：每步计算 %2，多数 rank 为 %3。</translation>
    </message>
    <message>
        <source>%1 is silent: it has told nothing for %2 s, while other hosts do. It is frozen, or cut off from this computer.</source>
        <translation>%1 没有消息：已有 %2 秒没有传来任何内容，而其他主机正常。它可能冻结了，或与本机断开了。</translation>
    </message>
    <message>
        <source>It had a processor for %1 % of the time that it computed, the others for %2 %: something else computes there.</source>
        <translation>它计算的时间里只有 %1 % 真正占有处理器，其他 rank 为 %2 %：那里还有别的程序在计算。</translation>
    </message>
</context>
<context>
    <name>lockstep::RunComparison</name>
    <message>
        <source>Export as CSV</source>
        <translation>导出为 CSV</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s) compared</source>
        <translation>
            <numerusform>比较 %Ln 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Parallel axes</source>
        <translation>平行坐标</translation>
    </message>
    <message>
        <source>Only what differs</source>
        <translation>只看不同之处</translation>
    </message>
    <message>
        <source>Export as CSV…</source>
        <translation>导出为 CSV…</translation>
    </message>
    <message>
        <source>These runs have the same settings. Their names tell when each began.</source>
        <translation>这些运行的设置完全相同，名称里注明了各自开始的时间。</translation>
    </message>
</context>
<context>
    <name>lockstep::RunCurves</name>
    <message numerus="yes">
        <source>Reading %Ln run(s)…</source>
        <translation>
            <numerusform>正在读取 %Ln 次运行…</numerusform>
        </translation>
    </message>
    <message>
        <source>By step: what rank 0 of each run told. By epoch: all ranks together.</source>
        <translation>按步：各次运行中 rank 0 的数值。按轮：全部 rank 合计。</translation>
    </message>
</context>
<context>
    <name>lockstep::RunDeletion</name>
    <message>
        <source>Their experiments, journals, logs, notes and the checkpoints that were fetched are deleted for good. What the runs left on other hosts, their checkpoints among it, stays there.</source>
        <translation>它们的实验、日志记录、文本日志、备注以及取回的检查点将被永久删除。运行留在其他主机上的内容（包括检查点）不受影响。</translation>
    </message>
    <message>
        <source>Of some of them it is not known whether they still train. Refresh asks their hosts.</source>
        <translation>其中有些运行不知道是否还在训练。“刷新”会向它们的主机询问。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s) that go on stay.</source>
        <translation>
            <numerusform>还在进行的 %Ln 次运行会保留。</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete “%1” and free %2?</source>
        <translation>删除“%1”并释放 %2？</translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln run(s) and free %1?</source>
        <translation>
            <numerusform>删除 %Ln 次运行并释放 %1？</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete runs</source>
        <translation>删除运行</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
</context>
<context>
    <name>lockstep::RunHeader</name>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Go on from the newest checkpoint</source>
        <translation>从最新的检查点继续</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>第 %1 / %2 步</translation>
    </message>
    <message>
        <source>attempt %1</source>
        <translation>第 %1 次尝试</translation>
    </message>
    <message>
        <source>Reading the journals: %1 of %2</source>
        <translation>正在读取日志记录：%1 / %2</translation>
    </message>
    <message>
        <source>Sharing the weights: %1 %, about %2 left</source>
        <translation>正在同步权重：%1 %，大约还需 %2</translation>
    </message>
    <message>
        <source>Saving the checkpoint: %1 %</source>
        <translation>正在保存检查点：%1 %</translation>
    </message>
    <message>
        <source>Train longer…</source>
        <translation>延长训练…</translation>
    </message>
    <message>
        <source>Nothing is left to train. Go on with more epochs, from the newest checkpoint</source>
        <translation>已全部训练完毕。可增加轮数，从最新的检查点继续</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>分享</translation>
    </message>
    <message>
        <source>A report, the run as one file, or its numbers for other programs</source>
        <translation>生成报告，把运行存为一个文件，或者把数值交给其他程序</translation>
    </message>
    <message>
        <source>begun %1 ago</source>
        <translation>%1前启动</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Nothing of it was saved. Begin it anew, with the settings that it has</source>
        <translation>这次运行没有保存任何内容。按它原有的设置重新开始</translation>
    </message>
</context>
<context>
    <name>lockstep::RunLabelsPanel</name>
    <message numerus="yes">
        <source>%Ln run(s)</source>
        <translation>
            <numerusform>%Ln 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a run to tag it or to note something.</source>
        <translation>选择一次运行，可给它加标签或写备注。</translation>
    </message>
    <message>
        <source>%1 on this disk</source>
        <translation>占本机磁盘 %1</translation>
    </message>
    <message>
        <source>&amp;Tags</source>
        <translation>标签(&amp;T)</translation>
    </message>
    <message>
        <source>baseline, to keep</source>
        <translation>基线, 保留</translation>
    </message>
    <message>
        <source>Tags of the run, with commas between them</source>
        <translation>运行的标签，用逗号分隔</translation>
    </message>
    <message>
        <source>N&amp;otes</source>
        <translation>备注(&amp;O)</translation>
    </message>
    <message>
        <source>Notes on the run</source>
        <translation>关于这次运行的备注</translation>
    </message>
</context>
<context>
    <name>lockstep::RunLead</name>
    <message>
        <source>Choose the data</source>
        <translation>选择数据</translation>
    </message>
    <message>
        <source>Change the batch</source>
        <translation>更改批量</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>查看 %1</translation>
    </message>
    <message>
        <source>Show the log of rank %1</source>
        <translation>查看 rank %1 的日志</translation>
    </message>
</context>
<context>
    <name>lockstep::RunList</name>
    <message>
        <source>Runs appear here once they have been started.</source>
        <translation>开始过的运行会出现在这里。</translation>
    </message>
    <message>
        <source>A double click opens a run.</source>
        <translation>双击可打开一次运行。</translation>
    </message>
    <message>
        <source>Asking the hosts…</source>
        <translation>正在询问主机…</translation>
    </message>
    <message>
        <source>Reading runs: %1 of %2…</source>
        <translation>正在读取运行：%1/%2…</translation>
    </message>
    <message>
        <source>The index of the runs was damaged. It is made anew; nothing is lost.</source>
        <translation>运行索引已损坏，正在重建，不会丢失任何内容。</translation>
    </message>
    <message>
        <source>No run is like that.</source>
        <translation>没有符合条件的运行。</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln run(s)</source>
        <translation>
            <numerusform>%Ln 次运行中的 %1 次</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::RunListModel</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln host(s)</source>
        <translation>
            <numerusform>%Ln 台主机</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rank(s)</source>
        <translation>
            <numerusform>%Ln 个 rank</numerusform>
        </translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Nobody here has watched it since then. Refresh asks its hosts.</source>
        <translation>此后本机没有再关注这次运行。“刷新”会询问其主机。</translation>
    </message>
    <message>
        <source>%1, attempt %2</source>
        <translation>%1，第 %2 次尝试</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>%1, a rehearsal</source>
        <translation>%1（演练）</translation>
    </message>
    <message>
        <source>All its hosts were this computer, and computing was imitated: its times are those of the drawing, its loss and accuracy say nothing.</source>
        <translation>所有主机其实都是这台电脑，计算只是模拟的：用时与所画的集群一致，损失和准确率没有意义。</translation>
    </message>
    <message>
        <source>All its hosts were this computer.</source>
        <translation>所有主机其实都是这台电脑。</translation>
    </message>
</context>
<context>
    <name>lockstep::RunNetworkPanel</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 → %2: %3</source>
        <translation>%1 → %2：%3</translation>
    </message>
    <message>
        <source>%1, %2 of the %3 drawn</source>
        <translation>%1，占所画 %3 的 %2</translation>
    </message>
    <message>
        <source>Ranks are blocked across it for up to %1 of their time.</source>
        <translation>跨越它的 rank 最多有 %1 的时间卡在等待上。</translation>
    </message>
    <message>
        <source>rank %1 on %2</source>
        <translation>%2 上的 rank %1</translation>
    </message>
    <message>
        <source>The slowest part is the link %1 – %2: all ranks wait at least %3 of each step of %4 for the network. It carries %5.</source>
        <translation>最慢的是链路 %1 – %2：每步 %4中，所有 rank 都至少要等网络 %3。它的流量为 %5。</translation>
    </message>
    <message>
        <source>The slowest part is the network between %1 and %2: all ranks wait at least %3 of each step of %4 for it.</source>
        <translation>最慢的是 %1 和 %2 之间的网络：每步 %4中，所有 rank 都至少要等它 %3。</translation>
    </message>
    <message>
        <source>The slowest part is what ranks send each other: all wait at least %1 of each step of %2 for it.</source>
        <translation>最慢的是 rank 之间的通信：每步 %2中，所有 rank 都至少要等它 %1。</translation>
    </message>
    <message>
        <source>The drawing has no links between them.</source>
        <translation>图中它们之间没有链路。</translation>
    </message>
    <message>
        <source>%1 carries %2, %3 of the %4 drawn.</source>
        <translation>%1 的流量为 %2，占所画 %4 的 %3。</translation>
    </message>
    <message>
        <source>%1 carries %2.</source>
        <translation>%1 的流量为 %2。</translation>
    </message>
    <message>
        <source>Rank %1 · %2 · %3</source>
        <translation>Rank %1 · %2 · %3</translation>
    </message>
    <message>
        <source>Step %1, loss %2</source>
        <translation>第 %1 步，损失 %2</translation>
    </message>
    <message>
        <source>Each step: %1 waiting for data, %2 computing, %3 waiting for others</source>
        <translation>每步：等待数据 %1，计算 %2，等待其他 rank %3</translation>
    </message>
    <message>
        <source>What holds the run back is known after its first steps.</source>
        <translation>跑完最初几步，就知道是什么拖慢了运行。</translation>
    </message>
    <message>
        <source>The slowest part is the loading of data on %1: without waiting for it a step of %2 would be %3 shorter.</source>
        <translation>最慢的是 %1 的数据读取：不必等它的话，每步 %2可以缩短 %3。</translation>
    </message>
    <message>
        <source>The slowest part is %1: it computes %2 in each step, the others %3; all wait for it.</source>
        <translation>最慢的是 %1：它每步计算 %2，其他 rank 只要 %3，大家都在等它。</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>The cluster of this run</source>
        <translation>这次运行的集群</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Show the whole cluster (Home)</source>
        <translation>显示整个集群（Home）</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom in (+, or the wheel)</source>
        <translation>放大（+，或滚轮）</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Zoom out (−, or the wheel)</source>
        <translation>缩小（−，或滚轮）</translation>
    </message>
    <message>
        <source>Nothing holds the run back: nearly all of each step of %1 is computing.</source>
        <translation>没有什么拖慢这次运行：每步 %1几乎全用在计算上。</translation>
    </message>
    <message>
        <source>All ranks wait at least %1 of each step of %2 for each other, most across the link %3 – %4. It carries %5, so its bandwidth is not what they wait for: the way there and back is, or hosts that do too much at once.</source>
        <translation>每步 %2中，所有 rank 至少有 %1 在互相等待，跨链路 %3 – %4 等得最久。它的流量只有 %5，等的不是带宽，而是往返时延，或者某台主机同时忙于太多事情。</translation>
    </message>
    <message>
        <source>From the last steps of all ranks: how much shorter a step would be if no rank waited for data, if no rank computed longer than most do, or if nothing had to be sent. The largest is named when it is worth a tenth of the step; a loader, a rank or a link that most of the last steps show to be out of line, and a host that is silent, before all. Links are as thick and as coloured as their busier direction is against what is drawn.</source>
        <translation>依据各 rank 最近的步：如果没有 rank 等待数据、没有 rank 比多数算得更久、或者什么都不用传送，每步各能缩短多少。其中最大的一项达到每步的十分之一时就指出来；如果最近多数步都显示某个加载、rank 或链路不正常，或者某台主机没有消息，则优先指出。链路的粗细和颜色表示较忙的方向相对于图上带宽的程度。</translation>
    </message>
</context>
<context>
    <name>lockstep::RunPage</name>
    <message>
        <source>Press Run to train the experiment.
Its hosts, curves, ranks, logs and checkpoints appear here.</source>
        <translation>按“运行”开始训练这个实验。
主机、曲线、rank、日志和检查点都会出现在这里。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
</context>
<context>
    <name>lockstep::RunProgress</name>
    <message>
        <source>about %1 left</source>
        <translation>约剩 %1</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 样本/秒</translation>
    </message>
    <message>
        <source>best %1 in epoch %2</source>
        <translation>最佳 %1（第 %2 轮）</translation>
    </message>
    <message>
        <source>Steps to go: %1, %2 each (mean of the last %3)</source>
        <translation>剩余步数：%1，每步 %2（最近 %3 步的平均）</translation>
    </message>
    <message>
        <source>Ends of epochs to go, with validation and checkpoint: %1, %2 each (mean of %3)</source>
        <translation>剩余的轮末（验证和检查点）：%1 次，每次 %2（%3 次的平均）</translation>
    </message>
    <message>
        <source>Ends of epochs to go, with validation and checkpoint: %1, not measured yet and left out</source>
        <translation>剩余的轮末（验证和检查点）：%1 次，尚未测得，未计入</translation>
    </message>
</context>
<context>
    <name>lockstep::RunReport</name>
    <message numerus="yes">
        <source>%Ln different ones: the ranks did not end alike</source>
        <translation>
            <numerusform>共 %Ln 种：各 rank 结束时的权重并不一致</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, on every rank</source>
        <translation>%1，所有 rank 一致</translation>
    </message>
    <message numerus="yes">
        <source>%1, on %Ln rank(s)</source>
        <translation>
            <numerusform>%1，来自 %Ln 个 rank</numerusform>
        </translation>
    </message>
    <message>
        <source>Hosts and devices</source>
        <translation>主机与设备</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>地区</translation>
    </message>
    <message numerus="yes">
        <source>%Ln further host(s) are not listed.</source>
        <translation>
            <numerusform>另有 %Ln 台主机没有列出。</numerusform>
        </translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation>样本/秒</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message numerus="yes">
        <source>%Ln further rank(s) are not listed.</source>
        <translation>
            <numerusform>另有 %Ln 个 rank 没有列出。</numerusform>
        </translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>SHA-256 of the experiment</source>
        <translation>实验的 SHA-256</translation>
    </message>
    <message>
        <source>SHA-256 of the weights</source>
        <translation>权重的 SHA-256</translation>
    </message>
    <message>
        <source>The cluster as it was drawn</source>
        <translation>画布上的集群</translation>
    </message>
    <message>
        <source>top-1 %1</source>
        <translation>top-1 %1</translation>
    </message>
    <message>
        <source>top-5 %1</source>
        <translation>top-5 %1</translation>
    </message>
    <message>
        <source>validation loss %1</source>
        <translation>验证损失 %1</translation>
    </message>
    <message>
        <source>training loss %1</source>
        <translation>训练损失 %1</translation>
    </message>
    <message>
        <source>epoch %1: %2</source>
        <translation>第 %1 轮：%2</translation>
    </message>
    <message>
        <source>Rank %1: %2</source>
        <translation>Rank %1：%2</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>最后</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>各轮次</translation>
    </message>
    <message numerus="yes">
        <source>One of %Ln epochs, with the best and the last.</source>
        <translation>
            <numerusform>每 %Ln 轮列出一轮，另加最佳和最后一轮。</numerusform>
        </translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Training loss</source>
        <translation>训练损失</translation>
    </message>
    <message>
        <source>Validation loss</source>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>Top-1</source>
        <translation>Top-1</translation>
    </message>
    <message>
        <source>Top-5</source>
        <translation>Top-5</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>各次尝试</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Began</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>From step</source>
        <translation>起始步</translation>
    </message>
    <message>
        <source>To step</source>
        <translation>结束步</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>The loss of rank %1 is no finite number in step %2.</source>
        <translation>rank %1 的损失在第 %2 步不是有限数。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln update(s) were left out: a gradient was not finite.</source>
        <translation>
            <numerusform>有 %Ln 次更新被跳过：梯度不是有限数。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) of the journals are damaged or missing, and not in these numbers.</source>
        <translation>
            <numerusform>运行记录中有 %Ln 条已损坏或缺失，没有计入这些数值。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln further warning(s) are not listed.</source>
        <translation>
            <numerusform>另有 %Ln 条警告没有列出。</numerusform>
        </translation>
    </message>
    <message>
        <source>First</source>
        <translation>首次出现</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>It began with rank %1.</source>
        <translation>起因在 rank %1。</translation>
    </message>
    <message>
        <source>Hosts concerned: %1.</source>
        <translation>涉及的主机：%1。</translation>
    </message>
    <message>
        <source>Written by Lockstep %1 on %2</source>
        <translation>由 Lockstep %1 写于 %2</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>What was trained</source>
        <translation>训练内容</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>%1, %2 parameters</source>
        <translation>%1，%2 个参数</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>%1 to train with, %2 to validate with</source>
        <translation>训练 %1 个，验证 %2 个</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>本次运行</translation>
    </message>
    <message>
        <source>By default</source>
        <translation>默认值</translation>
    </message>
</context>
<context>
    <name>lockstep::RunSentences</name>
    <message>
        <source>Warning: %1</source>
        <translation>警告：%1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln journal line(s) were damaged and are left out of the curves.</source>
        <translation>
            <numerusform>有 %Ln 行日志记录已损坏，没有画进曲线。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::RunTable</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>New experiment from this run</source>
        <translation>以此运行新建实验</translation>
    </message>
    <message>
        <source>Go on with its sweep</source>
        <translation>接着做它所属的参数扫描</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>历史运行</translation>
    </message>
    <message>
        <source>No groups</source>
        <translation>不分组</translation>
    </message>
    <message>
        <source>Group by “%1”</source>
        <translation>按“%1”分组</translation>
    </message>
</context>
<context>
    <name>lockstep::RunView</name>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>各次尝试</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>日志</translation>
    </message>
</context>
<context>
    <name>lockstep::SecretDialog</name>
    <message>
        <source>&amp;Keep it in the keychain of this computer</source>
        <translation>存入本机的密钥环(&amp;K)</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>密钥口令</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>%1 asks for a password.</source>
        <translation>%1 要求输入密码。</translation>
    </message>
    <message>
        <source>The key file %1 is protected by a passphrase.</source>
        <translation>密钥文件 %1 受口令保护。</translation>
    </message>
    <message>
        <source>%1 asks: %2</source>
        <translation>%1 询问：%2</translation>
    </message>
    <message>
        <source>The last answer was refused. Try again.</source>
        <translation>上次的回答被拒绝，请重试。</translation>
    </message>
    <message>
        <source>The keychain keeps it encrypted, and Lockstep asks no more. The settings list what is kept.</source>
        <translation>由密钥环加密保存，以后不再询问。存了哪些，设置里能看到。</translation>
    </message>
    <message>
        <source>It is kept in memory until Lockstep is closed, and written nowhere.</source>
        <translation>它只保存在内存中，直到关闭 Lockstep，不会写到任何地方。</translation>
    </message>
    <message>
        <source>The keychain has not answered yet: it may be waiting to be unlocked. What it gives is taken at once.</source>
        <translation>密钥环还没有回答：它可能正等待解锁。它一给出，就立即采用。</translation>
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
    <message>
        <source>Bits per second (10 Mbps)</source>
        <translation>比特每秒（10 Mbps）</translation>
    </message>
    <message>
        <source>Bytes per second (1.25 MB/s)</source>
        <translation>字节每秒（1.25 MB/s）</translation>
    </message>
    <message>
        <source>How the bandwidths of links are shown and typed; documents keep bits.</source>
        <translation>链路带宽的显示和输入方式；文档里总是按比特保存。</translation>
    </message>
    <message>
        <source>Bandwidths</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Keyboard shortcuts…</source>
        <translation>键盘快捷键…</translation>
    </message>
    <message>
        <source>Of menus, panels, messages and numbers. It changes at once; a run goes on.</source>
        <translation>菜单、面板、消息和数字所用的语言。立即生效，正在进行的运行不受影响。</translation>
    </message>
    <message>
        <source>Light or dark colours. “As the system” follows the desktop, also while Lockstep is open.</source>
        <translation>浅色或深色。选“跟随系统”时与桌面一致，Lockstep 打开期间也会随之变化。</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Every action with its keys, to choose others.</source>
        <translation>列出每个操作及其按键，可以另行选择。</translation>
    </message>
    <message>
        <source>Shows what a first start has; nothing changes before OK or Apply.</source>
        <translation>显示首次启动时的设置；按“确定”或“应用”之前不会有任何改变。</translation>
    </message>
    <message>
        <source>Send libraries to</source>
        <translation>发送库到</translation>
    </message>
    <message>
        <source>Hosts that get NVIDIA&apos;s libraries without a question when they lack them for their GPUs: addresses as gpu-1:22, with commas between them. Empty: it is asked each time.</source>
        <translation>这些主机的 GPU 缺少 NVIDIA 的库时，不经询问就发送：填写形如 gpu-1:22 的地址，以逗号分隔。留空：每次都询问。</translation>
    </message>
    <message>
        <source>asked each time</source>
        <translation>每次都询问</translation>
    </message>
    <message>
        <source>When a run ends, fails or diverges</source>
        <translation>运行结束、失败或发散时</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>The desktop tells what becomes of a run while Lockstep is not in front. A click on it leads to the run.</source>
        <translation>Lockstep 不在最前面时，由桌面通知运行的结果。点击通知即可打开该运行。</translation>
    </message>
    <message>
        <source>Kept in the keychain</source>
        <translation>密钥环里存有</translation>
    </message>
    <message>
        <source>Whose passwords and passphrases the keychain of this computer keeps: those that are taken out of this list are forgotten, and asked for again.</source>
        <translation>本机的密钥环存着哪些密码和密钥口令。从这里删掉的会被忘记，下次重新询问。</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>lockstep::ShareMenu</name>
    <message>
        <source>Web pages (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>PDF files (*.pdf)</source>
        <translation>PDF 文件 (*.pdf)</translation>
    </message>
    <message>
        <source>Runs of Lockstep (*.lockstep-run)</source>
        <translation>Lockstep 的运行 (*.lockstep-run)</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>JSON lines (*.jsonl)</source>
        <translation>JSON Lines (*.jsonl)</translation>
    </message>
    <message>
        <source>&amp;Share</source>
        <translation>分享(&amp;S)</translation>
    </message>
    <message>
        <source>Report as a &amp;web page…</source>
        <translation>报告（网页）(&amp;W)…</translation>
    </message>
    <message>
        <source>Report as a &amp;PDF…</source>
        <translation>报告（PDF）(&amp;P)…</translation>
    </message>
    <message>
        <source>The run as one &amp;file…</source>
        <translation>整次运行存为一个文件(&amp;F)…</translation>
    </message>
    <message>
        <source>Numbers as &amp;CSV…</source>
        <translation>数值（CSV）(&amp;C)…</translation>
    </message>
    <message>
        <source>Numbers as &amp;JSON lines…</source>
        <translation>数值（JSON Lines）(&amp;J)…</translation>
    </message>
    <message>
        <source>Numbers for &amp;TensorBoard…</source>
        <translation>数值（TensorBoard）(&amp;T)…</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>分享</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>正在写入 %1…</translation>
    </message>
</context>
<context>
    <name>lockstep::ShortcutDialog</name>
    <message>
        <source>Usual keys</source>
        <translation>默认按键</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>New keys:</source>
        <translation>新按键：</translation>
    </message>
    <message>
        <source>All usual keys</source>
        <translation>全部恢复默认</translation>
    </message>
    <message>
        <source>%1 belongs to “%2” already. Choose other keys, or change those first.</source>
        <translation>%1 已属于“%2”。请选别的按键，或先改动那一个。</translation>
    </message>
</context>
<context>
    <name>lockstep::StartGallery</name>
    <message>
        <source>Begin with</source>
        <translation>从哪里开始</translation>
    </message>
    <message>
        <source>Templates</source>
        <translation>模板</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>最近的文件</translation>
    </message>
    <message>
        <source>No file yet</source>
        <translation>还没有文件</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Empty experiment</source>
        <translation>空白实验</translation>
    </message>
</context>
<context>
    <name>lockstep::StartStrip</name>
    <message>
        <source>Press Run to train this experiment, or begin with another:</source>
        <translation>按“运行”训练这个实验，或从别的开始：</translation>
    </message>
    <message>
        <source>Put away</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Put the templates away</source>
        <translation>收起模板</translation>
    </message>
    <message>
        <source>All templates, recent files…</source>
        <translation>全部模板、最近的文件…</translation>
    </message>
    <message>
        <source>Also opens an experiment from a file, or an empty one.</source>
        <translation>也可以打开文件中的实验，或新建空白实验。</translation>
    </message>
</context>
<context>
    <name>lockstep::StatusLine</name>
    <message>
        <source>Shows or hides the list of problems (F8)</source>
        <translation>显示或收起问题列表（F8）</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message numerus="yes">
        <source>%Ln host(s)</source>
        <translation>
            <numerusform>%Ln 台主机</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rank(s)</source>
        <translation>
            <numerusform>%Ln 个 rank</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::StrategyRow</name>
    <message>
        <source>Not possible here: %1</source>
        <translation>在此不可用：%1</translation>
    </message>
    <message>
        <source>the quickest safe one</source>
        <translation>安全且最快</translation>
    </message>
    <message>
        <source>%1 an epoch</source>
        <translation>每轮 %1</translation>
    </message>
    <message>
        <source>%1 a step over %2</source>
        <translation>每步 %1 经过 %2</translation>
    </message>
    <message>
        <source>accuracy: %1</source>
        <translation>准确率：%1</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>Of a step, by this drawing</source>
        <translation>按此图推算的一步时间</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>采用</translation>
    </message>
    <message>
        <source>%1 is in use</source>
        <translation>正在使用%1</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>采用%1</translation>
    </message>
</context>
<context>
    <name>lockstep::SweepDialog</name>
    <message>
        <source>Sweep</source>
        <translation>参数扫描</translation>
    </message>
    <message>
        <source>The document is run with every value, one run after the other: 0.1, 0.01 is a list, 16..64:4 are four values evenly apart, 1e-4..0.1:4:log four with even logarithms.</source>
        <translation>用每个取值依次运行当前文档：0.1, 0.01 是列表，16..64:4 是等间隔的四个值，1e-4..0.1:4:log 是按对数等分的四个值。</translation>
    </message>
    <message>
        <source>&amp;Pair the values instead of trying each with each</source>
        <translation>成对取值，而不是逐一组合(&amp;P)</translation>
    </message>
    <message>
        <source>So many runs at the same time, each on hosts of its own</source>
        <translation>同时进行的运行次数，各用各的主机</translation>
    </message>
    <message>
        <source>Another &amp;setting</source>
        <translation>再加一项设置(&amp;S)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Runs at &amp;once:</source>
        <translation>同时运行(&amp;O)：</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>取值</translation>
    </message>
    <message>
        <source>0.1, 0.01</source>
        <translation>0.1, 0.01</translation>
    </message>
    <message>
        <source>Give a setting some values.</source>
        <translation>请给一项设置填写取值。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s)</source>
        <translation>
            <numerusform>%Ln 次运行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::SweepModel</name>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln run(s) have finished.</source>
        <translation>
            <numerusform>%Ln 次运行中有 %1 次已完成。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s) could not begin: %1</source>
        <translation>
            <numerusform>%Ln 次运行未能开始：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a run&apos;s state, and why</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>lockstep::SweepWindow</name>
    <message numerus="yes">
        <source>%1 of %Ln run(s)</source>
        <translation>
            <numerusform>%Ln 次运行中的 %1 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Closing this window begins no more runs; those that train go on. What is left goes on from the list of runs.</source>
        <translation>关闭此窗口后不再开始新的运行，正在训练的会继续。剩下的可以从历史运行里接着做。</translation>
    </message>
    <message>
        <source>Sweep of “%1”</source>
        <translation>“%1”的参数扫描</translation>
    </message>
    <message>
        <source>Runs of the sweep</source>
        <translation>参数扫描的各次运行</translation>
    </message>
    <message>
        <source>Stop the sweep</source>
        <translation>停止参数扫描</translation>
    </message>
    <message>
        <source>Its runs are among the others, under the tag %1.</source>
        <translation>它的运行在历史运行里，标签是 %1。</translation>
    </message>
</context>
<context>
    <name>lockstep::SwitchPanel</name>
    <message>
        <source>Switch</source>
        <translation>交换机</translation>
    </message>
    <message>
        <source>Delete this switch</source>
        <translation>删除此交换机</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>What you call it.</source>
        <translation>您对它的称呼。</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>What the switch carries for all of its links together each second, with its unit: 10 Mbps, 1 Gbps. Hosts linked to it share this. Empty: it holds nothing back.</source>
        <translation>交换机所有链路每秒合计能传输的数据量，带单位：10 Mbps、1 Gbps。连接到它的主机共享这一带宽。留空：不限制。</translation>
    </message>
    <message>
        <source>10 Mbps, 1 Gbps …</source>
        <translation>10 Mbps、1 Gbps…</translation>
    </message>
</context>
<context>
    <name>lockstep::TensorModel</name>
    <message>
        <source>optimiser: %1</source>
        <translation>优化器：%1</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值个数</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>范数</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Least</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>NaN or ∞</source>
        <translation>NaN 或 ∞</translation>
    </message>
    <message>
        <source>Distribution</source>
        <translation>分布</translation>
    </message>
</context>
<context>
    <name>lockstep::TimePanel</name>
    <message>
        <source>Writing the trace: %1 %</source>
        <translation>正在写跟踪文件：%1 %</translation>
    </message>
    <message numerus="yes">
        <source>%Ln step(s) written to %1. ui.perfetto.dev opens the file.</source>
        <translation>
            <numerusform>已将 %Ln 步写入 %1，可用 ui.perfetto.dev 打开。</numerusform>
        </translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Last steps in lanes</source>
        <translation>最近几步的时间条</translation>
    </message>
    <message>
        <source>Heat map: whole step</source>
        <translation>热图：整步时间</translation>
    </message>
    <message>
        <source>Heat map: waiting for others</source>
        <translation>热图：等待其他 rank</translation>
    </message>
    <message>
        <source>Heat map: own work</source>
        <translation>热图：自身工作</translation>
    </message>
    <message>
        <source>View of the time</source>
        <translation>时间的显示方式</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Show all that is told (Home)</source>
        <translation>显示记录到的全部步（Home）</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>最后一步</translation>
    </message>
    <message>
        <source>Show the last step told, and follow (End)</source>
        <translation>显示最后记录的一步，并一直跟随（End）</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom in (+, or Ctrl and the wheel)</source>
        <translation>放大（+，或按住 Ctrl 转滚轮）</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Zoom out (−, or Ctrl and the wheel)</source>
        <translation>缩小（−，或按住 Ctrl 转滚轮）</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Export trace…</source>
        <translation>导出跟踪…</translation>
    </message>
    <message>
        <source>Every step told, of all ranks and attempts, as a file that ui.perfetto.dev and chrome://tracing open</source>
        <translation>把所有 rank、所有尝试中记录到的每一步写成文件，可用 ui.perfetto.dev 和 chrome://tracing 打开</translation>
    </message>
    <message>
        <source>Export trace</source>
        <translation>导出跟踪</translation>
    </message>
    <message>
        <source>Trace events (*.json)</source>
        <translation>跟踪事件 (*.json)</translation>
    </message>
    <message>
        <source>Point at a lane for its figures; a click shows the rank&apos;s curve and log.</source>
        <translation>指向时间条可看数字；单击则显示该 rank 的曲线和日志。</translation>
    </message>
    <message>
        <source>Bright is slow. Where one rank&apos;s own work is bright, the others wait for it. A click shows the rank&apos;s curve and log.</source>
        <translation>越亮越慢。哪个 rank 的自身工作亮，其他 rank 就在等它。单击则显示该 rank 的曲线和日志。</translation>
    </message>
</context>
<context>
    <name>lockstep::ToolBar</name>
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
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Run “%1”</source>
        <translation>运行“%1”</translation>
    </message>
    <message>
        <source>Checks “%1”, the experiment of the Design page, and trains it on the drawn hosts as a new run (F5). A run that is shown stays as it is.</source>
        <translation>检查“设计”页上的实验“%1”，并在所画的主机上作为一次新的运行来训练 (F5)。正在显示的运行保持不变。</translation>
    </message>
    <message>
        <source>Rehearse</source>
        <translation>演练</translation>
    </message>
    <message>
        <source>Trains on this computer, made into the drawn cluster: as many hosts, links as slow as the drawn ones. No other host is needed (F6).</source>
        <translation>把这台电脑变成所画的集群来训练：主机一样多，链路一样慢，不需要别的主机（F6）。</translation>
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
        <translation>从 %1 到 %2 的链路</translation>
    </message>
    <message>
        <source>Nothing is selected. Tab goes through hosts and links.</source>
        <translation>没有选择任何元素。按 Tab 键在主机和链路之间移动。</translation>
    </message>
    <message>
        <source>Drag a host from the left to here, or double-click it.
Point at a card and pull one of its round handles to another card to link them.</source>
        <translation>从左侧把主机拖到这里，或双击它。
指向一张卡片，把它边上的圆形把手拉到另一张卡片，即可连线。</translation>
    </message>
    <message>
        <source>Network %1</source>
        <translation>网络 %1</translation>
    </message>
    <message>
        <source>At %1, which is not selected.</source>
        <translation>当前位于 %1，尚未选中。</translation>
    </message>
    <message>
        <source>Link from %1 to %2. Arrows or Tab choose another end, Enter draws it, Esc gives up.</source>
        <translation>从 %1 连到 %2。方向键或 Tab 选择另一端，回车确认，Esc 放弃。</translation>
    </message>
    <message>
        <source>Draw your cluster</source>
        <translation>画出您的集群</translation>
    </message>
</context>
<context>
    <name>lockstep::TrainLongerDialog</name>
    <message>
        <source>Train longer</source>
        <translation>延长训练</translation>
    </message>
    <message numerus="yes">
        <source>“%1” has trained %Ln epoch(s). It goes on from its newest checkpoint.</source>
        <translation>
            <numerusform>“%1”已训练 %Ln 轮，将从最新的检查点继续。</numerusform>
        </translation>
    </message>
    <message>
        <source>More &amp;epochs:</source>
        <translation>增加的轮数(&amp;E)：</translation>
    </message>
    <message>
        <source>All of them are trained: this attempt does not stop early.</source>
        <translation>这些轮会全部训练完：这次尝试不会提前停止。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>The run then has %1 epochs in all; this is recorded as its attempt %2. Its experiment stays as it is.</source>
        <translation>此后该运行共有 %1 轮；这会记录为它的第 %2 次尝试。它的实验保持不变。</translation>
    </message>
    <message>
        <source>The learning rate stays as it is.</source>
        <translation>学习率保持不变。</translation>
    </message>
    <message>
        <source>The learning rate goes on by its schedule, epoch by epoch.</source>
        <translation>学习率按其计划逐轮继续变化。</translation>
    </message>
    <message>
        <source>The cosine is drawn out over all %1 epochs. So the learning rate jumps: it had come down to %2, goes on at %3, and falls to %4 from there. The loss may rise for a while.</source>
        <translation>余弦会展开到全部 %1 轮，因此学习率会跳变：它已降到 %2，将从 %3 继续，再由此降到 %4。损失可能会暂时上升。</translation>
    </message>
</context>
<context>
    <name>lockstep::TrainingQuestions</name>
    <message>
        <source>A run is in progress</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>Show the other run? “%1” goes on training on its hosts; open it again from Runs.</source>
        <translation>要显示另一次运行吗？“%1”会在其主机上继续训练；可从“历史”页再次打开。</translation>
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
        <source>Show the other run? The rehearsal of “%1” ends.</source>
        <translation>要显示另一次运行吗？“%1”的演练会结束。</translation>
    </message>
    <message>
        <source>The rehearsal of “%1” ends with this window.</source>
        <translation>关闭窗口，“%1”的演练就结束了。</translation>
    </message>
    <message>
        <source>The rehearsal ends</source>
        <translation>演练将结束</translation>
    </message>
</context>
<context>
    <name>lockstep::TransferDialog</name>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>Written: %1 (%2)</source>
        <translation>已写入：%1（%2）</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
</context>
<context>
    <name>lockstep::ViewActions</name>
    <message>
        <source>Zoom to the se&amp;lection</source>
        <translation>缩放到选中内容(&amp;L)</translation>
    </message>
    <message>
        <source>Snap to the &amp;grid</source>
        <translation>对齐到网格(&amp;G)</translation>
    </message>
    <message>
        <source>Align&amp;ment guides</source>
        <translation>对齐参考线(&amp;M)</translation>
    </message>
    <message>
        <source>O&amp;verview</source>
        <translation>鸟瞰图(&amp;V)</translation>
    </message>
    <message>
        <source>List of all &amp;elements</source>
        <translation>全部元素列表(&amp;E)</translation>
    </message>
</context>
<context>
    <name>lockstep::WindowActions</name>
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
        <source>Zoom to &amp;fit</source>
        <translation>缩放到合适大小(&amp;F)</translation>
    </message>
    <message>
        <source>Pro&amp;blems</source>
        <translation>问题(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Run “%1”</source>
        <translation>运行“%1”(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Test hosts</source>
        <translation>测试主机(&amp;T)</translation>
    </message>
    <message>
        <source>Tries login, engine, devices and data of the selected hosts, or of all</source>
        <translation>尝试所选主机（或全部主机）的登录、引擎、设备和数据</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>使用手册(&amp;M)</translation>
    </message>
    <message>
        <source>Re&amp;hearse</source>
        <translation>演练(&amp;H)</translation>
    </message>
    <message>
        <source>Trains on this computer, made into the drawn hosts and links</source>
        <translation>把这台电脑变成所画的主机和链路，在上面训练</translation>
    </message>
    <message>
        <source>Runs &amp;on hosts…</source>
        <translation>主机上的运行(&amp;O)…</translation>
    </message>
    <message>
        <source>Lists the runs and the deployments that the selected hosts keep, or all of them</source>
        <translation>列出所选主机（或全部主机）上存着的运行和部署</translation>
    </message>
</context>
<context>
    <name>lockstep::WindowMenus</name>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
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
        <source>&amp;Keyboard shortcuts…</source>
        <translation>键盘快捷键(&amp;K)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Arrange</source>
        <translation>排列(&amp;A)</translation>
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
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;About Lockstep</source>
        <translation>关于 Lockstep(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Keys of the canvas…</source>
        <translation>画布按键(&amp;K)…</translation>
    </message>
    <message>
        <source>Open a &amp;log…</source>
        <translation>打开日志(&amp;L)…</translation>
    </message>
    <message>
        <source>&amp;Import a run…</source>
        <translation>导入运行(&amp;I)…</translation>
    </message>
    <message>
        <source>Open TensorBoard e&amp;vents…</source>
        <translation>打开 TensorBoard 事件(&amp;V)…</translation>
    </message>
    <message>
        <source>&amp;Copy the data to the hosts…</source>
        <translation>把数据复制到各主机(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;During the rehearsal</source>
        <translation>演练期间(&amp;D)</translation>
    </message>
    <message>
        <source>Show the co&amp;mmands…</source>
        <translation>显示命令(&amp;M)…</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
</context>
</TS>
