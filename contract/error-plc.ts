// Faults between gateway and PLC, and of values: part of contract/errors.ts, by the same form.

export const plcErrors = {
  1711: ['plcBusy', 'The PLC is busy', 'PLC 忙'],
  1712: ['plcCheckError', 'Data check error between gateway and PLC', '网关与 PLC 之间数据校验错误'],
  1713: ['plcSignalMissing', 'The variable does not exist on the gateway', '网关中不存在该变量'],
  1714: ['plcTimeout', 'The PLC did not answer in time', 'PLC 响应超时'],
  1715: ['plcAddressMissing', 'The PLC has no such address (illegal address)', 'PLC 中不存在该地址（非法地址）'],
  1716: ['plcTypeError', 'Wrong data type', '数据类型错误'],
  1717: ['plcReadOnly', 'The variable is read-only on the gateway', '变量为只读'],
  1718: ['plcOutOfRange', 'The PLC refused the value (illegal data value)', 'PLC 拒绝该数值（非法数据值）'],
  1719: ['plcReadIncomplete', 'The PLC returned incomplete data', 'PLC 返回数据不完整'],
  1720: [
    'plcIllegalFunction',
    'The PLC does not support this function (illegal function)',
    'PLC 不支持该功能码（非法功能）',
  ],
  1721: ['plcFault', 'The PLC reports a fault', 'PLC 故障'],
  1722: ['plcUnreachable', 'The PLC cannot be reached', '无法连接 PLC'],
  1723: [
    'clockWrong',
    "The gateway's clock was wrong; the value is stored at the time it was received",
    '网关时钟错误，按接收时间存储',
  ],
  1724: [
    'plcMemoryParity',
    'Memory parity: the PLC found an error in its memory (exception 08)',
    '奇偶校验错误：PLC 检测到存储器错误（异常码 08）',
  ],
  1725: [
    'plcPathUnavailable',
    'Path unavailable: the Modbus gateway has no way to the PLC (exception 0A)',
    '网关路径不可用：Modbus 网关无法转发到 PLC（异常码 0A）',
  ],
  1727: [
    'plcTargetFailed',
    'Target response failed: the PLC behind the Modbus gateway does not answer (exception 0B)',
    '目标设备响应失败：Modbus 网关下的 PLC 无响应（异常码 0B）',
  ],
  1728: ['plcEncoding', 'Encoding error: the message could not be encoded or decoded', '编码错误：报文无法编码或解码'],
  1729: [
    'summaryTwice',
    'The variable "{name}" appears twice in the summary with the same aggregation',
    '汇总报表中变量“{name}”的同一汇总方式重复',
  ],
  1730: [
    'commandInterrupted',
    'The gateway was interrupted; it is not known whether the value was written',
    '网关执行被中断，无法确定是否写入',
  ],
  1731: [
    'commandExpired',
    'The command expired before the gateway could execute it; nothing was written',
    '命令已过期，未执行写入',
  ],
  1732: ['readBackDiffers', 'Written, but the PLC reads back {value}', '已写入，但回读值为 {value}'],
  1739: ['plcNoValue', 'The device reports no value', '设备上报无效值（未提供该数据）'],
  1740: ['plcNotANumber', 'The PLC holds no number (NaN)', 'PLC 中的值不是数字（NaN）'],
  1741: ['plcInfinite', 'The PLC holds an infinite number (Inf)', 'PLC 中的值为无穷大（Inf）'],
  1742: ['plcNoBcd', 'The registers hold no BCD number', '寄存器中的值不是 BCD 码'],
  1743: [
    'plcTextLength',
    'The length byte of the text in the PLC is larger than the text',
    'PLC 字符串的长度字节超出字符串容量',
  ],
  1744: [
    'serverUnknown',
    'The server presents a certificate that was not accepted: {fingerprint} (SHA-1 {thumbprint})',
    '服务器证书尚未被接受：{fingerprint}（SHA-1 {thumbprint}）',
  ],
  1745: ['plcAccessDenied', 'The server does not allow this to its user', '服务器不允许该用户执行此操作'],
  1746: [
    'gatewayUnknown',
    'The server does not trust the certificate of the gateway, accept it there: {fingerprint} (SHA-1 {thumbprint})',
    '服务器不信任网关证书，请在服务器上接受：{fingerprint}（SHA-1 {thumbprint}）',
  ],
  1747: ['plcUncertain', 'The server marks the value as uncertain', '服务器标记该值为不确定'],
  1748: ['serverLogin', 'The server refused the user name or the password', '服务器拒绝了用户名或密码'],
  1749: [
    'serverSecurity',
    'The server does not offer this security or login; it offers {offered}',
    '服务器不支持该安全设置或登录方式，支持：{offered}',
  ],
  1750: [
    'secretMissing',
    "The gateway cannot open the driver's password or file: synchronise it again",
    '网关无法读取驱动的密码或文件，请重新同步',
  ],
  1751: [
    'namespaceMissing',
    'The server has no namespace {namespace}; check the address of the variable',
    '服务器中没有命名空间 {namespace}，请检查变量地址',
  ],
  1756: [
    'serialPortMissing',
    'The gateway has no such serial port, or it is unplugged',
    '网关上没有该串口，或串口已拔出',
  ],
  1757: [
    'serialPortBusy',
    'The serial port is in use by another program, or by a driver with other line settings',
    '串口被其他程序占用，或被通信参数不同的驱动占用',
  ],
  1758: [
    'serialPortRefused',
    'The operating system of the gateway refused the serial port: unsupported settings, or no permission',
    '网关操作系统拒绝打开串口：参数不支持或无权限',
  ],
  1759: [
    'serialPartMissing',
    'The agent of this gateway has no support for serial ports on its processor or system',
    '该网关的代理程序不支持在其处理器或系统上使用串口',
  ],
} as const
