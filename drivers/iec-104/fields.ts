// The form of the parameters.
import type { Field, Words } from '../driver.ts'
import { usualField } from '../usual-params.ts'
import type { Iec104Params } from './params.ts'

type Key = keyof Iec104Params & string
type Texts = [en: string, zh: string]

const words = ([en, zh]: Texts): Words => ({ en, 'zh-cn': zh })

const number =
  (section: Field['section'], unit?: string) =>
  (key: Key, label: Texts, help?: Texts): Field => ({
    ...{ key, label: words(label), input: 'number', section },
    ...(unit && { unit }),
    ...(help && { help: words(help) }),
  })

const place = number('connection')
const count = number('timing')
const seconds = number('timing', 's')
const ms = number('timing', 'ms')
const minutes = number('timing', 'min')

const choice = (key: Key, label: Texts, options: readonly [string | number, ...Texts][], help?: Texts): Field => ({
  ...{ key, label: words(label), input: 'select', section: 'format' },
  options: options.map(([value, ...texts]) => ({ value, label: words(texts) })),
  ...(help && { help: words(help) }),
})

const toggle = (key: Key, label: Texts, help: Texts): Field => ({
  ...{ key, label: words(label), input: 'switch', section: 'format', help: words(help) },
})

const places: readonly Field[] = [
  usualField('host'),
  usualField('port'),
  place(
    'commonAddress',
    ['Common address', '公共地址'],
    ['Station address (CA) for variables whose address names none', '站地址（CA），用于地址中未写公共地址的变量'],
  ),
  place('originator', ['Originator address', '源发站地址'], ['Usually 0', '一般为 0']),
]

const times: readonly Field[] = [
  ms(
    'collectMs',
    ['Poll interval', '采集周期'],
    [
      'The station reports changes; between them the last value is recorded at this interval',
      '变化由站端主动上送，其间按此周期记录最近值',
    ],
  ),
  ms('timeoutMs', ['Timeout', '超时时间'], ['For confirmations of commands and for reads', '用于命令确认和读取']),
  minutes(
    'interrogationMinutes',
    ['General interrogation interval', '总召唤周期'],
    ['0: only after connecting and after a restart of the station', '0 表示仅在连接后和站端重启后总召唤'],
  ),
  seconds(
    'interrogationSeconds',
    ['General interrogation timeout', '总召唤超时'],
    ['Values that are not reported by then are marked as faulty', '超时仍未上送的变量标记为故障'],
  ),
  minutes(
    'counterMinutes',
    ['Counter interrogation interval', '电能量召唤周期'],
    ['For integrated totals (M_IT); 0: none', '用于累计量（M_IT）；0 表示不召唤'],
  ),
  minutes(
    'clockMinutes',
    ['Clock synchronisation interval', '对时周期'],
    [
      '0: none. Use it only if no other master sets the clock of the station',
      '0 表示不对时；仅在没有其他主站对时的情况下使用',
    ],
  ),
  count('k', ['k', 'k 值'], ['Max frames sent without acknowledgement', '未被确认的最大发送帧数']),
  count('w', ['w', 'w 值'], ['Acknowledge at the latest after this many received frames', '最迟收到多少帧后确认']),
  seconds('t0', ['t0', 't0（建立连接）'], ['Time to establish a connection', '建立连接的超时']),
  seconds('t1', ['t1', 't1（等待确认）'], ['Time for an acknowledgement or confirmation', '发送后等待确认的超时']),
  seconds(
    't2',
    ['t2', 't2（延迟确认）'],
    ['Time until received data are acknowledged, shorter than t1', '无数据时发送确认的延时，须小于 t1'],
  ),
  seconds('t3', ['t3', 't3（空闲测试）'], ['Idle time until a test frame is sent', '空闲多久后发送测试帧']),
  ms(
    'returnMs',
    ['Return information timeout', '返送信息超时'],
    ['After a command, wait this long for the reported value to follow', '命令后等待上送值变为目标值的最长时间'],
  ),
]

const formats: readonly Field[] = [
  {
    ...{
      key: 'zone',
      label: words(['Time zone of the station clock', '站端时钟的时区']),
      input: 'text',
      section: 'format',
    },
    help: words([
      'UTC, an offset such as +08:00, or a zone such as Asia/Shanghai',
      'UTC、时差（如 +08:00）或时区名（如 Asia/Shanghai）',
    ]),
  },
  choice(
    'addressOrder',
    ['Order of a structured address', '结构化地址的顺序'],
    [
      ['high', '1.2.3: high byte first (66051)', '1.2.3：高字节在前（66051）'],
      ['low', '1.2.3: low byte first (197121)', '1.2.3：低字节在前（197121）'],
    ],
    ['For addresses written as three bytes', '用于按三个字节书写的地址'],
  ),
  choice(
    'selectBefore',
    ['Select before operate', '选择-执行'],
    [
      ['none', 'Direct commands', '直接执行'],
      ['switching', 'Commands (45 to 47)', '遥控和升降（45 至 47）'],
      ['all', 'Commands and setpoints', '遥控、升降和设点'],
    ],
  ),
  choice(
    'pulse',
    ['Command qualifier (QU)', '命令限定词（QU）'],
    [
      [0, 'No additional definition', '无附加定义'],
      [1, 'Short pulse', '短脉冲'],
      [2, 'Long pulse', '长脉冲'],
      [3, 'Persistent output', '持续输出'],
    ],
  ),
  toggle(
    'timedCommands',
    ['Commands with time tag', '命令带时标'],
    ['Types 58 to 64 instead of 45 to 51', '使用类型 58 至 64 代替 45 至 51'],
  ),
  toggle(
    'awaitTermination',
    ['Wait for termination', '等待激活终止'],
    ['For stations that terminate commands (cause 10)', '适用于上送激活终止（传送原因 10）的站端'],
  ),
  toggle(
    'readCommand',
    ['Read command (102)', '读命令（102）'],
    ['Request a value from the station when it is read back or tested', '回读和测试变量时向站端发送读命令'],
  ),
]

export const iec104Fields: readonly Field[] = [...places, ...times, ...formats]
