// Paths of CIP: names of tags, array indices, classes and instances. Pure. Source: 1756-PM020, "CIP services overview".
import type { Segment } from './address.ts'

const symbol = 0x91
const logical = { class: 0x20, instance: 0x24, element: 0x28 } as const

/** Appends a logical segment: a number of 8, 16 or 32 bits. */
function pushLogical(bytes: number[], kind: keyof typeof logical, value: number): void {
  const code = logical[kind]
  if (value <= 0xff) bytes.push(code, value)
  else if (value <= 0xffff) bytes.push(code | 1, 0, value & 0xff, value >> 8)
  else bytes.push(code | 2, 0, value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, value >>> 24)
}

function pushName(bytes: number[], name: string): void {
  const text = new TextEncoder().encode(name)
  bytes.push(symbol, text.length, ...text)
  if (text.length % 2 === 1) bytes.push(0)
}

/** The path of a tag, an even number of bytes; `index`: one more array index at its end. */
export function tagPath(segments: readonly Segment[], index?: number): Uint8Array {
  const bytes: number[] = []
  for (const { name, indices } of segments) {
    pushName(bytes, name)
    for (const each of indices) pushLogical(bytes, 'element', each)
  }
  if (index !== undefined) pushLogical(bytes, 'element', index)
  return Uint8Array.from(bytes)
}

/** The path of an instance of a class; `scope`: the program in which it is. */
export function objectPath(classId: number, instance: number, scope?: string): Uint8Array {
  const bytes: number[] = []
  if (scope !== undefined) pushName(bytes, scope)
  pushLogical(bytes, 'class', classId)
  pushLogical(bytes, 'instance', instance)
  return Uint8Array.from(bytes)
}
