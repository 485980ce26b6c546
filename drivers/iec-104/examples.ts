// Examples of addresses, each with what it names.
import type { AddressExample } from '../driver.ts'

export const addressExamples: readonly AddressExample[] = [
  {
    address: '100',
    about: {
      en: 'the object 100 of any type; a write is sent to the same address',
      'zh-cn': '信息体 100，类型不限；写入时使用同一地址',
    },
  },
  {
    address: '0x4001',
    about: { en: 'the same in hexadecimal, also 4001H', 'zh-cn': '十六进制地址，也可写作 4001H（遥测起始地址）' },
  },
  {
    address: '11/100',
    about: { en: 'object 100 of the station with common address 11', 'zh-cn': '公共地址 11 的信息体 100' },
  },
  {
    address: '1.2.3',
    about: {
      en: 'an address written as three bytes; the driver sets their order',
      'zh-cn': '按三个字节书写的地址，顺序见驱动参数',
    },
  },
  {
    address: '100>6000',
    about: {
      en: 'state 100 with command 6000: bool a single command, int16 a scaled setpoint, float32 a float setpoint, uint32 a bitstring',
      'zh-cn': '状态 100，命令地址 6000：布尔为单点遥控，int16 为标度化设点，float32 为短浮点设点，uint32 为比特串',
    },
  },
  {
    address: 'M_SP 0x0001>C_SC 0x6001',
    about: { en: 'a single point with its single command', 'zh-cn': '单点遥信及其单点遥控' },
  },
  {
    address: 'M_DP 2>C_DC 6002',
    about: {
      en: 'a double point with its double command: as bool false is 1 (off), true is 2 (on); 0 and 3 are faults',
      'zh-cn': '双点遥信及其双点遥控：布尔类型时假为 1（分），真为 2（合）；0 和 3 为故障',
    },
  },
  {
    address: 'M_ST 30>C_RC 6030',
    about: {
      en: 'a step position with its regulating step command: true or 2 is higher, false or 1 lower',
      'zh-cn': '步位置及其升降命令：真或 2 为升，假或 1 为降',
    },
  },
  {
    address: 'M_ME_NA 16385',
    about: {
      en: 'a normalized value: as float32 from -1 to 0.99997, as int16 its 16 bits',
      'zh-cn': '归一化遥测：float32 为 -1 到 0.99997，int16 为原始 16 位值',
    },
  },
  {
    address: 'M_ME_NB 16386>C_SE_NB 25089',
    about: { en: 'a scaled value with its setpoint', 'zh-cn': '标度化遥测及其设点' },
  },
  {
    address: 'M_ME_NC 16387>C_SE_NC 25090',
    about: { en: 'a short floating point value with its setpoint', 'zh-cn': '短浮点遥测及其设点' },
  },
  {
    address: 'M_BO 50>C_BO 6050',
    about: { en: '32 bits with their command, as uint32', 'zh-cn': '32 位比特串及其命令（uint32）' },
  },
  {
    address: 'M_IT 0x6401',
    about: {
      en: 'an integrated total, requested by the counter interrogation',
      'zh-cn': '累计量（电能量），由电能量召唤读取',
    },
  },
  {
    address: 'C_SC 6001',
    about: { en: 'a command without a state, only for writing', 'zh-cn': '无对应状态的命令，仅可写入' },
  },
]
