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
        <translation>%1 收到 %2 字节,应为 %3 字节。请重新获取。</translation>
    </message>
    <message>
        <source>%1 became shorter while it was read.</source>
        <translation>%1 在读取过程中变短了。</translation>
    </message>
    <message>
        <source>%1 cannot be reached at %2 port %3: %4. Is it on, and is the address right?</source>
        <translation>无法连接 %1（%2 端口 %3）：%4。它开机了吗？地址正确吗？</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>无法读取 %1:%2。</translation>
    </message>
    <message>
        <source>%1 cannot be verified: %2 may be about it and cannot be read (%3). Repair or remove it, then connect again. The host shows %4.</source>
        <translation>无法验证 %1:%2 可能与它有关,但无法读取(%3)。请修复或删除后重新连接。主机出示的是 %4。</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>无法写入 %1:%2。</translation>
    </message>
    <message>
        <source>%1 cannot work with its file %2: %3. Check space and permissions there.</source>
        <translation>%1 无法处理其文件 %2:%3。请检查该处的空间和权限。</translation>
    </message>
    <message>
        <source>%1 does not answer. Check the host and the network, then try again.</source>
        <translation>%1 没有应答。请检查主机和网络,然后重试。</translation>
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
        <translation>%1 在此处有 %2 字节,但请求的是第 %3 字节:本地副本属于另一个文件。</translation>
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
        <translation>%1 已有 %2 秒没有任何消息,视为连接已断开。</translation>
    </message>
    <message>
        <source>%1 has too little room for the engine: %2 MiB are free in .lockstep, %3 MiB are needed. Free some space in the home folder there.</source>
        <translation>%1 上没有足够空间存放引擎:.lockstep 中可用 %2 MiB,需要 %3 MiB。请在该主机的主文件夹中腾出空间。</translation>
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
        <translation>运行 %2 有 %1 台主机的文件保存在这里,请求必须指明其中一台。</translation>
    </message>
    <message>
        <source>%1 is %2 bytes long; an experiment has at most %3.</source>
        <translation>%1 有 %2 字节；实验文件最多 %3 字节。</translation>
    </message>
    <message>
        <source>%1 is a file, but the folder of the four files is expected.</source>
        <translation>%1 是文件，而这里需要的是存放四个文件的文件夹。</translation>
    </message>
    <message>
        <source>%1 is a folder, but a file is expected.</source>
        <translation>%1 是文件夹，而这里需要的是文件。</translation>
    </message>
    <message>
        <source>%1 is a machine of type %2, but the engine is built for %3. Use a host of that type, or build Lockstep for %2.</source>
        <translation>%1 的机器类型为 %2,而引擎是为 %3 构建的。请使用该类型的主机,或为 %2 构建 Lockstep。</translation>
    </message>
    <message>
        <source>%1 is damaged (%2). Remove this run from the host.</source>
        <translation>%1 已损坏(%2)。请从主机删除此运行。</translation>
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
        <translation>%1 仅通过证书颁发机构为人所知(%2),而本程序不支持主机证书。请核对后将该主机自己的密钥(%3)加入 known_hosts。</translation>
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
        <translation>%1 不是端口;应为 1 到 65535 之间的数字。</translation>
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
        <translation>%1 不提供文件传输(SFTP):%2。请安装其 SSH 服务器的 sftp-server。</translation>
    </message>
    <message>
        <source>%1 processes of the run cannot be killed; they wait inside the system, as on a broken disk or GPU.</source>
        <translation>该运行有 %1 个进程无法被杀死;它们在系统内部等待,例如磁盘或 GPU 损坏时。</translation>
    </message>
    <message>
        <source>%1 refused the log-in. Tried: %2. Accepted there: %3. Check the user name, load the key into the agent, or name another key file.</source>
        <translation>%1 拒绝登录。已尝试:%2。对方接受:%3。请检查用户名,将密钥载入代理,或指定另一个密钥文件。</translation>
    </message>
    <message>
        <source>%1 refuses to run commands: %2. The account needs a login shell.</source>
        <translation>%1 拒绝执行命令:%2。该账户需要一个登录 shell。</translation>
    </message>
    <message>
        <source>%1 runs are going on here already. Stop one first.</source>
        <translation>此主机上已有 %1 个运行在进行。请先停止一个。</translation>
    </message>
    <message>
        <source>%1 speaks version %2 of the attach conversation, this program version %3. Update the older one.</source>
        <translation>%1 使用 attach 会话的版本 %2,本程序使用版本 %3。请更新较旧的一方。</translation>
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
        <translation>--set 的形式是 KEY=VALUE，但写的是 %1。</translation>
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
        <source>A person asked for the run to stop.</source>
        <translation>有人要求停止此运行。</translation>
    </message>
    <message>
        <source>A rank was asked to stop from outside.</source>
        <translation>有一个 rank 被外部要求停止。</translation>
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
        <source>Another host was asked to stop the run.</source>
        <translation>另一台主机收到了停止运行的请求。</translation>
    </message>
    <message>
        <source>Another supervisor owns the run %1 on this host.</source>
        <translation>此主机上已有另一个监管进程负责运行 %1。</translation>
    </message>
    <message>
        <source>Attempt %1 of the run %2 is going on here. Attach to it, or stop it first.</source>
        <translation>运行 %2 的第 %1 次尝试正在此主机上进行。请连接到它,或先停止它。</translation>
    </message>
    <message>
        <source>Cannot %1: %2.</source>
        <translation>无法%1:%2。</translation>
    </message>
    <message>
        <source>Cannot connect to %1: %2. Check that an SSH server answers on this port.</source>
        <translation>无法连接到 %1:%2。请检查该端口上是否有 SSH 服务器应答。</translation>
    </message>
    <message>
        <source>Cannot connect to %1: %2. Check the address and the port, and that the host is on and runs an SSH server.</source>
        <translation>无法连接到 %1:%2。请检查地址和端口,并确认主机已开机且运行着 SSH 服务器。</translation>
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
        <source>Cannot finish %1: %2.</source>
        <translation>无法完成 %1：%2。</translation>
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
        <translation>无法打开或写入 %1:%2。</translation>
    </message>
    <message>
        <source>Cannot open or write %1: permission denied. Make it writable for your user, or choose another folder with LOCKSTEP_HOME.</source>
        <translation>无法打开或写入 %1:权限不足。请使您的用户可以写入,或用 LOCKSTEP_HOME 选择其他文件夹。</translation>
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
        <translation>无法写入 %1:磁盘(或您的配额)已满。请删除此主机上旧的运行或其他文件。</translation>
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
        <translation>主机 %1 已有 8 秒没有响应:它已挂起,或网络已中断。</translation>
    </message>
    <message>
        <source>Host %1 has no network interface &quot;%2&quot; with an address; it has %3. Choose another one or leave the field empty.</source>
        <translation>主机 %1 没有带地址的网络接口“%2”;它有 %3。请另选一个接口,或将此项留空。</translation>
    </message>
    <message>
        <source>Host %1 has prepared another number of ranks than the experiment places there. Update the engine on it.</source>
        <translation>主机 %1 准备的 rank 数量与实验在该处安排的不同。请更新其上的引擎。</translation>
    </message>
    <message>
        <source>Host number %1 has no ranks in this experiment.</source>
        <translation>在此实验中,编号为 %1 的主机没有 rank。</translation>
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
        <source>Layer %1 of the model: its window of %2 is larger than its input of %3 (padding %4). Choose a model for this sample size.</source>
        <translation>模型的第 %1 层：其窗口 %2 大于输入 %3（填充 %4）。请选择适合此样本尺寸的模型。</translation>
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
        <source>No batch could be read within %1 seconds.</source>
        <translation>%1 秒内没能读出一个批次。</translation>
    </message>
    <message>
        <source>No host has a device, so nothing would train; give a host at least one device.</source>
        <translation>没有任何主机选择了设备，无法训练；请至少为一台主机选择一个设备。</translation>
    </message>
    <message>
        <source>No host has a device, so there is no rank to run. Add a device to a host.</source>
        <translation>没有任何主机配置了设备,因此没有可运行的 rank。请为某台主机添加设备。</translation>
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
        <translation>Rank %1 收到结束请求后没有结束,已被强制杀死。</translation>
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
        <translation>Rank %1 以退出码 %2 结束:%3</translation>
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
        <translation>Rank %1 被信号 %2(%3)杀死。如果没有人发送该信号,则是系统内存耗尽:请减小批大小,或减少此主机上的 rank 数。</translation>
    </message>
    <message>
        <source>Rank %1 was killed by signal %2 (%3).</source>
        <translation>Rank %1 被信号 %2(%3)杀死。</translation>
    </message>
    <message>
        <source>Settings differ: %1 %2 belongs to this run, but was started with other settings than %1 %3. Deploy the same version everywhere and start the run anew.</source>
        <translation>设置不一致：%1 %2 属于本次运行，但启动时的设置与 %1 %3 不同。请在所有主机上部署相同的版本，然后重新开始运行。</translation>
    </message>
    <message>
        <source>Several runs begin with %1: %2. Write more of the id.</source>
        <translation>有多个运行以 %1 开头：%2。请把 id 写得更完整。</translation>
    </message>
    <message>
        <source>Some ranks have not ended long after the others had.</source>
        <translation>其他 rank 早已结束,仍有 rank 没有结束。</translation>
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
        <translation>Start 请求指明 %1 个 rank 和 %2 台主机,而实验中为 %3 个和 %4 台。</translation>
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
        <translation>与 %1 的连接中断:%2。可以重试。</translation>
    </message>
    <message>
        <source>The connection to rank %1 broke in collective %4, %3 (noticed by rank %2): %5. Look at the network between the hosts and at the rank&apos;s log.</source>
        <translation>与 rank %1 的连接在第 %4 次集合通信（%3）中断开（由 rank %2 发现）：%5。请检查主机之间的网络以及该 rank 的日志。</translation>
    </message>
    <message>
        <source>The connection to the supervisor on host %1 broke off: the supervisor was killed or the host went down.</source>
        <translation>与主机 %1 上监管进程的连接已断开:监管进程被杀死,或主机已停机。</translation>
    </message>
    <message>
        <source>The conversation is damaged and cannot go on; connect again.</source>
        <translation>会话数据已损坏，无法继续；请重新连接。</translation>
    </message>
    <message>
        <source>The copy %1 of a host&apos;s file cannot be written: %2. Free some space or repair the folder; it is tried again.</source>
        <translation>无法写入主机文件的本地副本 %1:%2。请腾出空间或修复该文件夹;程序会自动重试。</translation>
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
        <translation>桌面端发送的内容不是有效的帧:%1</translation>
    </message>
    <message>
        <source>The desktop speaks version %1 of the attach conversation, this engine version %2. Deploy the engine of your version to this host.</source>
        <translation>桌面端使用 attach 会话的版本 %1,而此引擎使用版本 %2。请将与您版本一致的引擎部署到该主机。</translation>
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
        <translation>无法启动引擎 %1:%2。请重新构建或安装。</translation>
    </message>
    <message>
        <source>The engine %1 has ended the conversation.</source>
        <translation>引擎 %1 结束了会话。</translation>
    </message>
    <message>
        <source>The engine arrived damaged on %1, or it could not be verified there: %2. Try again; check that sha256sum works on the host.</source>
        <translation>引擎传到 %1 时已损坏,或无法在该处校验:%2。请重试,并检查该主机上 sha256sum 是否可用。</translation>
    </message>
    <message>
        <source>The engine for other hosts in %1 is not complete: %2. Build the target &quot;bundle&quot; or install the program again.</source>
        <translation>%1 中供其他主机使用的引擎不完整:%2。请构建目标“bundle”或重新安装本程序。</translation>
    </message>
    <message>
        <source>The engine on %1 did not start: %2 It said: %3</source>
        <translation>%1 上的引擎未能启动:%2 它的输出:%3</translation>
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
        <translation>引擎由 %1 启动,但在命令行中找不到引擎自身的文件。</translation>
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
        <translation>与 %1 的文件传输收到了无意义的字节。其 shell 启动文件可能在输出文字:请让它们在没有终端时保持安静。</translation>
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
        <translation>参与运行的主机未能互相找到:%1</translation>
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
        <translation>%1 的密钥已更改:主机出示的是 %2,已知的是 %3(%4)。可能有人在冒充该主机。只有在管理员确认新密钥之后,才可删除那一行并重新连接。</translation>
    </message>
    <message>
        <source>The key of %1 is not known (%2). Connect once by hand to check and accept it.</source>
        <translation>%1 的密钥未知(%2)。请手动连接一次,以核对并接受它。</translation>
    </message>
    <message>
        <source>The key of %1 is revoked (%2, in %3). Someone may be impersonating the host. Do not connect; ask its administrator for a new key.</source>
        <translation>%1 的密钥已被吊销(%2,见 %3)。可能有人在冒充该主机。请勿连接,并向其管理员索取新密钥。</translation>
    </message>
    <message>
        <source>The key of %1 was not accepted (%2).</source>
        <translation>%1 的密钥未被接受(%2)。</translation>
    </message>
    <message>
        <source>The key of the host cannot be kept in %1: %2. Make the file writable, then connect again.</source>
        <translation>无法将主机密钥保存到 %1:%2。请使该文件可写,然后重新连接。</translation>
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
        <translation>这台主机的内存已用尽。请减小批次、减少这台主机上的 rank，或换用较小的模型。</translation>
    </message>
    <message>
        <source>The model %1 has layers that are not one chain; this engine cannot compute it.</source>
        <translation>模型 %1 的各层不是一条链；此引擎无法计算它。</translation>
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
        <source>The request failed on the host: %1</source>
        <translation>主机上的请求失败:%1</translation>
    </message>
    <message>
        <source>The run %1 has no file %2 on this host.</source>
        <translation>运行 %1 在此主机上没有文件 %2。</translation>
    </message>
    <message>
        <source>The run %1 has not ended. Attach to it, or stop it first.</source>
        <translation>运行 %1 尚未结束。请连接到它,或先将其停止。</translation>
    </message>
    <message>
        <source>The run %1 is not going on here: it has ended or was never submitted.</source>
        <translation>运行 %1 当前不在此主机上进行:它已结束,或从未提交。</translation>
    </message>
    <message>
        <source>The run %1 is still going on here. Stop it before removing it.</source>
        <translation>运行 %1 仍在此主机上进行。请先停止,再删除。</translation>
    </message>
    <message>
        <source>The run %1 was removed from this host.</source>
        <translation>运行 %1 已从此主机删除。</translation>
    </message>
    <message>
        <source>The run %1 was started before, or has ended.</source>
        <translation>运行 %1 此前已启动,或已结束。</translation>
    </message>
    <message>
        <source>The run folder %1 holds checkpoints already. Add --resume latest to go on from them, or choose another folder.</source>
        <translation>运行文件夹 %1 里已有检查点。要从它们继续，请加上 --resume latest；否则请另选文件夹。</translation>
    </message>
    <message>
        <source>The run in %1 cannot be opened: %2.</source>
        <translation>无法打开 %1 中的运行:%2。</translation>
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
        <translation>运行从未开始:提交后 %1 秒内没有收到任何消息。</translation>
    </message>
    <message>
        <source>The samples have the shape %1; a model reads channels x height x width, or features.</source>
        <translation>样本的形状是 %1；模型读入的是 通道 x 高 x 宽，或特征向量。</translation>
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
        <translation>该运行的监管进程没有应答;它可能已被暂停,或卡在损坏的磁盘上。</translation>
    </message>
    <message>
        <source>The supervisor of the run ended before it could answer.</source>
        <translation>该运行的监管进程在应答之前已结束。</translation>
    </message>
    <message>
        <source>The supervisor of this run on %1 ended without a last word, and %2 of its processes cannot be killed.</source>
        <translation>此运行在 %1 上的监管进程没有留下最后消息就结束了,并且有 %2 个进程无法被杀死。</translation>
    </message>
    <message>
        <source>The supervisor of this run on %1 ended without a last word: it was killed, or the host was restarted. Its ranks are ended.</source>
        <translation>此运行在 %1 上的监管进程没有留下最后消息就结束了:它被杀死,或主机已重启。其各 rank 均已结束。</translation>
    </message>
    <message>
        <source>The supervisor was asked to end (signal 15): the host may be shutting down.</source>
        <translation>监管进程被要求结束(信号 15):主机可能正在关机。</translation>
    </message>
    <message>
        <source>The system gives no random numbers: %1.</source>
        <translation>系统无法提供随机数:%1。</translation>
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
        <translation>此主机没有带地址的网络接口 %1;现有接口:%2。</translation>
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
        <source>This process was started as rank %1 of %2. Several ranks are started by a supervisor (&quot;lockstep run&quot; on the desktop), which gives each its secrets with --launch-stdin; by hand, one rank trains alone.</source>
        <translation>本进程是作为 %2 个 rank 中的第 %1 个启动的。多个 rank 由监管进程启动（桌面上的“lockstep run”），它用 --launch-stdin 把密钥交给每个 rank；手工启动时只能由一个 rank 单独训练。</translation>
    </message>
    <message>
        <source>This supervisor owns the run %1, not %2.</source>
        <translation>此监管进程负责运行 %1,而不是 %2。</translation>
    </message>
    <message>
        <source>This user has no home folder. Set LOCKSTEP_HOME to a folder where runs can be kept.</source>
        <translation>此用户没有主目录。请将 LOCKSTEP_HOME 设为可以保存运行的文件夹。</translation>
    </message>
    <message>
        <source>Too many arguments. Write lockstep %1.</source>
        <translation>参数太多。请写成 lockstep %1。</translation>
    </message>
    <message>
        <source>Too many files at the same time, or a request number that is in use.</source>
        <translation>同时传输的文件过多,或请求编号已被占用。</translation>
    </message>
    <message>
        <source>Too many watches, or a request number that is in use.</source>
        <translation>监视的运行过多,或请求编号已被占用。</translation>
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
        <source>What answers for %1 at %2 port %3 is no SSH server. Correct the port.</source>
        <translation>%1（%2 端口 %3）应答的不是 SSH 服务器。请更正端口。</translation>
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
        <source>Within %3 s these did not arrive at %1 %2: %4. Check that their processes run, and that firewalls let the hosts reach each other.</source>
        <translation>以下成员在 %3 秒内没有到达（等待者：%1 %2）：%4。请确认它们的进程正在运行，并且防火墙允许各主机互相访问。</translation>
    </message>
    <message>
        <source>Without %1 %3 there is no start: it never arrived at %1 %2, or was started with other settings. Its own log and its host&apos;s firewall tell more.</source>
        <translation>缺少 %1 %3，无法开始：它始终没有到达 %1 %2，或启动时的设置不同。请查看它自己的日志和所在主机的防火墙。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no file of this run.</source>
        <translation>“%1”不是此运行的文件。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no host name or address. Use letters, digits, &apos;.&apos;, &apos;-&apos; and &apos;_&apos;, or a numeric address; write an international name in its &quot;xn--&quot; form.</source>
        <translation>“%1”不是主机名或地址。请使用字母、数字、“.”、“-”和“_”,或数字地址;国际化域名请写成“xn--”形式。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no user name: it must not begin with &apos;-&apos; or hold blanks or control characters.</source>
        <translation>“%1”不是用户名:它不能以“-”开头,也不能包含空格或控制字符。</translation>
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
        <source>found %1, expected &quot;latest&quot; or empty text.</source>
        <translation>值为 %1，应为 &quot;latest&quot; 或空文本。</translation>
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
        <translation>lockstep-engine supervise 由 lockstep-engine attach 启动,并从标准输入得到一个运行。</translation>
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
        <source>only tensors of dtype F32 can be read</source>
        <translation>只能读取 dtype 为 F32 的张量</translation>
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
        <source>the supervisor of host</source>
        <translation>监管进程，主机</translation>
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
        <translation>无法将 %1 作为 rank 启动:%2。</translation>
    </message>
    <message>
        <source>The run %1 has had attempt %2 here; the next one must have a higher number, but %3 was asked for.</source>
        <translation>运行 %1 在此主机上已有第 %2 次尝试,不能再提交第 %3 次;新的尝试编号必须更大。</translation>
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
        <source>Say everything that keeps an experiment from running.</source>
        <translation>列出使实验无法运行的所有问题。</translation>
    </message>
    <message>
        <source>Draw the curves of a run into a picture.</source>
        <translation>把一次运行的曲线画成图片。</translation>
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
        <source>The picture to write (also -o).</source>
        <translation>要写入的图片（也可用 -o）。</translation>
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
        <source>… and %n more rank(s)</source>
        <translation>
            <numerusform>… 还有 %n 个 rank</numerusform>
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
        <source>%n damaged journal line(s) were left out.</source>
        <translation>
            <numerusform>略过了 %n 行损坏的日志记录。</numerusform>
        </translation>
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
</context>
<context>
    <name>PlotSpec</name>
    <message>
        <source>Loss per step</source>
        <translation>每步损失</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>The loss of every rank appears here, step by step.</source>
        <translation>每个 rank 的损失会逐步出现在这里。</translation>
    </message>
    <message>
        <source>Training loss</source>
        <translation>训练损失</translation>
    </message>
    <message>
        <source>Accuracy per epoch</source>
        <translation>每轮准确率</translation>
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
        <source>Validation accuracy (%)</source>
        <translation>验证准确率 (%)</translation>
    </message>
    <message>
        <source>Validation accuracy</source>
        <translation>验证准确率</translation>
    </message>
    <message>
        <source>The share of right answers on the validation data
appears here after each epoch.</source>
        <translation>每一轮之后，验证数据上答对的比例
会出现在这里。</translation>
    </message>
</context>
<context>
    <name>RunTexts</name>
    <message>
        <source>Not started</source>
        <translation>未开始</translation>
    </message>
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
        <source>Deploying the engine</source>
        <translation>正在部署引擎</translation>
    </message>
    <message>
        <source>Submitting the run</source>
        <translation>正在提交运行</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Reconnecting; training goes on there</source>
        <translation>正在重新连接；那里的训练仍在继续</translation>
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
</context>
<context>
    <name>lockstep::CheckpointModel</name>
    <message>
        <source>On its host</source>
        <translation>在所在主机上</translation>
    </message>
    <message>
        <source>Fetching… %1 %</source>
        <translation>正在取回… %1 %</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>在本机上</translation>
    </message>
    <message>
        <source>Could not be fetched</source>
        <translation>取回失败</translation>
    </message>
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
        <source>Copy</source>
        <translation>副本</translation>
    </message>
</context>
<context>
    <name>lockstep::CheckpointPanel</name>
    <message>
        <source>Checkpoints appear here as they are written, the best one marked.</source>
        <translation>检查点写入后会出现在这里，最佳的一个会被标出。</translation>
    </message>
    <message>
        <source>Fetch</source>
        <translation>取回</translation>
    </message>
    <message>
        <source>Copy the checkpoint to this computer</source>
        <translation>把这个检查点复制到本机</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
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
        <source>It is kept in memory until Lockstep is closed, and written nowhere.</source>
        <translation>它只保存在内存中，直到关闭 Lockstep，不会写到任何地方。</translation>
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
        <source>%n rank(s) here: %1</source>
        <translation>
            <numerusform>这里有 %n 个 rank：%1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::HostStrip</name>
    <message>
        <source>this computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Deploying: %1 of %2</source>
        <translation>正在部署：%1 / %2</translation>
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
        <translation>没有找到</translation>
    </message>
    <message>
        <source>Searching… %1 %</source>
        <translation>正在查找… %1 %</translation>
    </message>
    <message>
        <source>Log of</source>
        <translation>日志来源</translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation>查找日志</translation>
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
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Stay at the end while the log grows</source>
        <translation>日志增长时停留在末尾</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>Supervisor on %1</source>
        <translation>%1 上的监管进程</translation>
    </message>
    <message>
        <source>What this rank writes appears here, line by line.</source>
        <translation>这个 rank 写出的内容会逐行出现在这里。</translation>
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
        <source>Show the whole run (double click into the plot)</source>
        <translation>显示整次运行（在图中双击）</translation>
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
        <source>Save the plot as a picture, or its values as a table</source>
        <translation>把图保存为图片，或把数值保存为表格</translation>
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
        <source>Pictures (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>Save the values</source>
        <translation>保存数值</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
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
</context>
<context>
    <name>lockstep::RunHeader</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Finish the step, write a checkpoint and end the run on every host</source>
        <translation>完成当前一步，写入检查点，并在所有主机上结束运行</translation>
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
</context>
<context>
    <name>lockstep::RunList</name>
    <message>
        <source>Runs appear here once they have been started.</source>
        <translation>开始过的运行会出现在这里。</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>历史运行</translation>
    </message>
    <message>
        <source>A double click opens a run.</source>
        <translation>双击可打开一次运行。</translation>
    </message>
</context>
<context>
    <name>lockstep::RunListModel</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
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
</context>
<context>
    <name>lockstep::RunPage</name>
    <message>
        <source>Press Run to train the experiment.
Its hosts, curves, ranks, logs and checkpoints appear here.</source>
        <translation>按“运行”开始训练这个实验。
主机、曲线、rank、日志和检查点都会出现在这里。</translation>
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
        <translation>检查点</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%n journal line(s) were damaged and are left out of the curves.</source>
        <translation>
            <numerusform>有 %n 行日志记录已损坏，没有画进曲线。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %n more; the hosts above tell.</source>
        <translation>
            <numerusform>… 还有 %n 条；详情见上方各主机。</numerusform>
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
