// Addresses of tags as written in Studio 5000, Connected Components Workbench and Sysmac Studio: `Motor.Speed`,
// `Recipe[3].Name`, `Grid[1,2]`, `Status.5`, `Program:Main.Count`. Pure.
import type { Refusal, Words } from '../driver.ts'
import type { EipParams } from './params.ts'

/** A name of a path with the array indices that follow it. */
export type Segment = { name: string; indices: readonly number[] }

/** A parsed address. `bit`: the number of a bit in an integer. */
export type TagAddress = { segments: readonly Segment[]; bit: number | undefined }

/** Longest name in bytes: 40 in Logix (1756-PM004), 80 in Micro800 (2080-RM001), 127 in NJ and NX (W501). */
const longestName: Record<EipParams['model'], number> = { logix: 40, micro800: 80, omron: 127 }

/** Bytes of an address in a request, with room for a value in the smallest message (460 bytes). */
const maxPathBytes = 380
const maxSegments = 20
const maxIndices = 3
const maxIndex = 0xffff_ffff
const maxBit = 63

const refuse = (en: string, zh: string): Refusal => ({ field: 'address', reason: { en, 'zh-cn': zh } })

const form = () =>
  refuse(
    'Write it as Speed, Motor.Speed, Recipe[3].Name, Grid[1,2], Status.5 or Program:Main.Count',
    '请写成 Speed、Motor.Speed、Recipe[3].Name、Grid[1,2]、Status.5 或 Program:Main.Count',
  )

const segment = /^([\p{L}_][\p{L}\p{M}\p{N}_]*)((?:\[\d{1,10}(?:,\d{1,10})*\])*)$/u
/** The first name may have a scope or be an I/O module: `Program:Main`, `Local:1:I`. */
const firstSegment = /^([\p{L}_][\p{L}\p{M}\p{N}_]*(?::[\p{L}\p{N}_]+){0,2})((?:\[\d{1,10}(?:,\d{1,10})*\])*)$/u
const program = /^program:/i

/** The parsed address, or why it is refused. */
export function parseTagAddress(text: string, { model }: Pick<EipParams, 'model'>): TagAddress | Refusal {
  const parts = text.trim().split('.')
  const bit = parts.length > 1 && /^\d{1,2}$/.test(parts.at(-1)!) ? Number(parts.pop()) : undefined
  if (bit !== undefined && bit > maxBit) return refuse('A bit is 0 to 63', '位号为 0 到 63')
  if (parts.length > maxSegments) return form()
  const segments: Segment[] = []
  for (const [at, part] of parts.entries()) {
    const [, name, indices] = (at === 0 ? firstSegment : segment).exec(part) ?? []
    if (name === undefined) return form()
    const parsed = { name, indices: (indices?.match(/\d+/g) ?? []).map(Number) }
    const refusal = segmentRefusal(parsed, longestName[model])
    if (refusal) return refusal
    segments.push(parsed)
  }
  if (pathBytes(segments) > maxPathBytes)
    return refuse('The address is too long for a request', '地址过长，超出单个请求的容量')
  const [first] = segments
  if (program.test(first!.name) && segments.length === 1)
    return refuse('After the program comes a tag: Program:Main.Count', '程序名后须填写标签，例如 Program:Main.Count')
  return { segments, bit }
}

const utf8 = new TextEncoder()

/** Most bytes that a request needs for a path: each name has a head and is padded, each index has up to 6 bytes. */
const pathBytes = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { name, indices }) => sum + utf8.encode(name).length + 3 + indices.length * 6, 0)

function segmentRefusal({ name, indices }: Segment, longest: number): Refusal | undefined {
  if (utf8.encode(name.replace(program, '')).length > longest)
    return refuse(`A name has at most ${longest} bytes`, `名称最长 ${longest} 字节`)
  if (indices.length > maxIndices) return refuse('An array has at most 3 dimensions', '数组最多 3 维')
  if (indices.some((index) => index > maxIndex)) return refuse('The index is too large', '数组下标过大')
  return undefined
}

const segmentText = ({ name, indices }: Segment): string =>
  indices.length > 0 ? `${name}[${indices.join(',')}]` : name

/** The canonical text of a path. */
export const pathText = (segments: readonly Segment[]): string => segments.map(segmentText).join('.')

export const addressExamples: readonly { address: string; about: Words }[] = [
  { address: 'Speed', about: { en: 'a tag of the controller, of any type', 'zh-cn': '控制器标签，任意类型' } },
  {
    address: 'Program:MainProgram.Count',
    about: { en: 'a tag of a program (Logix)', 'zh-cn': '程序标签（Logix）' },
  },
  { address: 'Motor.Speed', about: { en: 'a member of a structure', 'zh-cn': '结构体成员' } },
  { address: 'Recipe[3].Name', about: { en: 'a member of an element of an array', 'zh-cn': '数组元素的成员' } },
  { address: 'Grid[1,2]', about: { en: 'an element of a two-dimensional array', 'zh-cn': '二维数组的元素' } },
  { address: 'Status.5', about: { en: 'bit 5 of an integer', 'zh-cn': '整数的第 5 位' } },
  {
    address: 'Flags[37]',
    about: { en: 'an element of a BOOL array, as bool', 'zh-cn': 'BOOL 数组的元素（布尔类型）' },
  },
  { address: 'Local:1:I.Data.3', about: { en: 'input 3 of the module in slot 1', 'zh-cn': '1 号槽模块的第 3 个输入' } },
]
