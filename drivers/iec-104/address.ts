// Addresses of information objects as telecontrol engineers write them: `100`, `0x4001`, `4001H`, `1.2.3`, with a common
// address `11/100`, with a type `M_SP 100`, with a command `100>6000` or `100>C_DC 6000`. Pure.
import { DriverFault, isRefusal, type Point, type Refusal } from '../driver.ts'
import type { CommandKind, Kind } from './kinds.ts'
import type { Iec104Params } from './params.ts'

/**
 * `state`: the object that reports the value; `command`: the object to write. `kind`: the type, if the address names it.
 */
export type TagAddress = {
  commonAddress: number
  state?: { address: number; kind?: Kind }
  command?: { address: number; kind?: CommandKind }
}

type Order = Pick<Iec104Params, 'commonAddress' | 'addressOrder'>

const maxAddress = 0xffffff
const maxCommonAddress = 65_534

const refuse = (en: string, zh: string): Refusal => ({ field: 'address', reason: { en, 'zh-cn': zh } })

/** An object with its prefixes, in either order: `M_SP 11/100`, `11/M_SP 100`. */
const written = /^(?:(\d{1,5})\s*\/\s*)?(?:([CM]_[A-Z]{2}(?:_[A-Z]{2})?(?:_1)?)\s+)?(?:(\d{1,5})\s*\/\s*)?(\S+)$/i

const reportNames: readonly (readonly [RegExp, Kind])[] = [
  [/^M_SP(_NA|_TA|_TB)?$/, 'SP'],
  [/^M_DP(_NA|_TA|_TB)?$/, 'DP'],
  [/^M_ST(_NA|_TA|_TB)?$/, 'ST'],
  [/^M_BO(_NA|_TA|_TB)?$/, 'BO'],
  [/^M_ME_(NA|TA|TD|ND)$/, 'ME_NA'],
  [/^M_ME_(NB|TB|TE)$/, 'ME_NB'],
  [/^M_ME_(NC|TC|TF)$/, 'ME_NC'],
  [/^M_IT(_NA|_TA|_TB)?$/, 'IT'],
  [/^M_PS(_NA)?$/, 'PS'],
]
const commandNames: readonly (readonly [RegExp, CommandKind])[] = [
  [/^C_SC(_NA|_TA)?$/, 'SC'],
  [/^C_DC(_NA|_TA)?$/, 'DC'],
  [/^C_RC(_NA|_TA)?$/, 'RC'],
  [/^C_SE_(NA|TA)$/, 'SE_NA'],
  [/^C_SE_(NB|TB)$/, 'SE_NB'],
  [/^C_SE_(NC|TC)$/, 'SE_NC'],
  [/^C_BO(_NA|_TA)?$/, 'BO'],
]

type Part = { common?: number; address: number; report?: Kind; command?: CommandKind }

/** The parsed address, or why it is refused. */
export function parseTagAddress(text: string, params: Order): TagAddress | Refusal {
  const [left = '', right, more] = text.split('>').map((side) => side.trim())
  if (more !== undefined) return unclear()
  const first = left === '' ? undefined : partOf(left, params)
  const second = right === undefined ? undefined : partOf(right, params)
  for (const part of [first, second]) if (part && 'reason' in part) return part
  const [state, command] = [first, second] as (Part | undefined)[]
  if (command?.report) return refuse('Write a command after >, such as C_SC 6000', '> 后请填写命令，例如 C_SC 6000')
  if (command && state?.command)
    return refuse('Write the reported object before >, such as M_SP 100', '> 前请填写上送信息，例如 M_SP 100')
  const named = command?.common ?? state?.common ?? params.commonAddress
  if (state?.common !== undefined && command?.common !== undefined && state.common !== command.common)
    return refuse('State and command have the same common address', '状态与命令的公共地址必须相同')
  if (!state && !command) return unclear()
  return joined(named, state, command)
}

function joined(commonAddress: number, state: Part | undefined, command: Part | undefined): TagAddress {
  const own = command ?? state!
  const target = { address: own.address, ...(own.command && { kind: own.command }) }
  if (!state || state.command) return { commonAddress, command: target }
  const source = { address: state.address, ...(state.report && { kind: state.report }) }
  return { commonAddress, state: source, command: target }
}

function partOf(text: string, params: Order): Part | Refusal {
  const [, before, type, after, number] = written.exec(text) ?? []
  if (number === undefined || (before !== undefined && after !== undefined)) return unclear()
  const address = numberOf(number, params)
  if (address === undefined) return unclear()
  if (address < 1 || address > maxAddress)
    return refuse('The information object address is 1 to 16777215', '信息体地址为 1 到 16777215')
  const common = before ?? after
  if (common !== undefined && (Number(common) < 1 || Number(common) > maxCommonAddress))
    return refuse('The common address is 1 to 65534', '公共地址为 1 到 65534')
  const kind = type === undefined ? {} : typeOf(type.toUpperCase().replace(/_1$/, ''))
  if (kind === undefined)
    return refuse(
      `Unknown type ${type}: write M_SP, M_DP, M_ST, M_BO, M_ME_NA, M_ME_NB, M_ME_NC, M_IT, C_SC, C_DC, C_RC, C_SE_NA, C_SE_NB, C_SE_NC or C_BO`,
      `未知类型 ${type}，可用 M_SP、M_DP、M_ST、M_BO、M_ME_NA、M_ME_NB、M_ME_NC、M_IT、C_SC、C_DC、C_RC、C_SE_NA、C_SE_NB、C_SE_NC、C_BO`,
    )
  return { ...(common !== undefined && { common: Number(common) }), address, ...kind }
}

function typeOf(name: string): Pick<Part, 'report' | 'command'> | undefined {
  const report = reportNames.find(([pattern]) => pattern.test(name))?.[1]
  if (report) return { report }
  const command = commandNames.find(([pattern]) => pattern.test(name))?.[1]
  return command && { command }
}

/** An address as decimal, hexadecimal or three bytes. */
function numberOf(text: string, { addressOrder }: Order): number | undefined {
  if (/^\d{1,8}$/.test(text)) return Number(text)
  const hex = /^(?:0x([0-9a-f]{1,6})|([0-9a-f]{1,6})h)$/i.exec(text)
  if (hex) return Number.parseInt(hex[1] ?? hex[2]!, 16)
  const bytes = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number)
  if (!bytes || bytes.some((byte) => byte > 255)) return undefined
  const [high, middle, low] = (addressOrder === 'high' ? bytes : bytes.reverse()) as [number, number, number]
  return high * 65_536 + middle * 256 + low
}

const unclear = (): Refusal =>
  refuse(
    'Write the information object address: 100, 0x4001, 11/100 with its common address, M_SP 100 with its type, 100>6000 with the address of its command',
    '请填写信息体地址：100、0x4001、11/100（带公共地址）、M_SP 100（带类型）或 100>6000（带命令地址）',
  )

/** The address of a variable. Throws 1715 if it is not valid. */
export function addressOf(point: Point, params: Order): TagAddress {
  const address = parseTagAddress(point.address, params)
  if (isRefusal(address)) throw new DriverFault(1715, address.reason.en)
  return address
}
