// The tags of a controller and the definitions of its structures, as its symbol and template objects list them. Pure.
// Source: 1756-PM020, "Logix 5000 controllers: locate and read user-created tags".
import { type Answer, faultOf, goodData, requestBytes, services } from './cip.ts'
import { incomplete, status } from './faults.ts'
import { objectPath } from './path.ts'
import { codes } from './type.ts'

const symbolClass = 0x6b
const templateClass = 0x6c

/** A type as symbols and members have it: the code of an atomic type, or the number of a template. */
type TypeOf = { code: number } | { template: number }

/** A tag or a member. `dims`: the lengths of an array, none for a single value. */
export type Definition = { name: string; type: TypeOf; dims: readonly number[] }
export type SymbolEntry = Definition & { id: number; isSystem: boolean; isWritable: boolean }
export type Template = { name: string; isText: boolean; members: readonly Definition[] }

const isStructure = 0x8000
const isSystem = 0x1000
const typeOf = (word: number): TypeOf => (word & isStructure ? { template: word & 0xfff } : { code: word & 0xff })

const attributes = { name: 1, type: 2, dims: 8, access: 10 } as const

/** The request for symbols from a number on; `scope`: a program. Older firmware has no attribute for the access. */
export function symbolsRequest(from: number, scope: string | undefined, hasAccess: boolean): Uint8Array {
  const wanted = [attributes.name, attributes.type, attributes.dims, ...(hasAccess ? [attributes.access] : [])]
  const data = Uint8Array.from([wanted.length, 0, ...wanted.flatMap((attribute) => [attribute, 0])])
  return requestBytes(services.instances, objectPath(symbolClass, from, scope), data)
}

/** The symbols in an answer. Throws 1719 if it ends within one. */
export function symbolsIn({ data }: Answer, hasAccess: boolean): SymbolEntry[] {
  const symbols: SymbolEntry[] = []
  const tail = hasAccess ? 15 : 14
  for (let at = 0; at < data.length; ) {
    const nameEnd = at + 6 <= data.length ? at + 6 + data.readUInt16LE(at + 4) : data.length
    if (nameEnd + tail > data.length) throw incomplete('a list that ends within a tag')
    const word = data.readUInt16LE(nameEnd)
    const dims = [0, 1, 2].map((each) => data.readUInt32LE(nameEnd + 2 + each * 4)).slice(0, (word >> 13) & 3)
    symbols.push({
      id: data.readUInt32LE(at),
      name: data.toString('utf8', at + 6, nameEnd),
      type: typeOf(word),
      dims,
      isSystem: (word & isSystem) !== 0,
      // External Access: 0 read and write, 2 read only, 3 none.
      isWritable: !hasAccess || data[nameEnd + 14] === 0,
    })
    at = nameEnd + tail
  }
  return symbols
}

/** Whether an answer that ends a list of symbols is complete, or more follow. Throws its fault. */
export function isLastPart(answer: Answer): boolean {
  if (answer.status === status.partial) return false
  if (answer.status !== status.good) throw faultOf(answer)
  return true
}

/** Attributes of a template: words of its definition, bytes of a structure, number of members, checksum. */
const templateAttributes = [4, 5, 2, 1]
const attributeBytes = [4, 4, 2, 2]

export const templateRequest = (id: number): Uint8Array =>
  requestBytes(
    services.attributes,
    objectPath(templateClass, id),
    Uint8Array.from([templateAttributes.length, 0, ...templateAttributes.flatMap((each) => [each, 0])]),
  )

/** Bytes of the definition and number of members, from the attributes of a template. Throws 1719. */
export function templateSize(answer: Answer): { bytes: number; members: number } {
  const data = goodData(answer)
  const values: number[] = []
  let at = 2
  for (const [index, id] of templateAttributes.entries()) {
    const length = attributeBytes[index]!
    const isRight = at + 4 + length <= data.length && data.readUInt16LE(at) === id && data.readUInt16LE(at + 2) === 0
    if (!isRight) throw incomplete('a template without its attributes')
    values.push(data.readUIntLE(at + 4, length))
    at += 4 + length
  }
  const [words = 0, , members = 0] = values
  // The definition has a head of 20 bytes, which is not read.
  return { bytes: words * 4 - 20, members }
}

export function definitionRequest(id: number, offset: number, bytes: number): Uint8Array {
  const data = Buffer.alloc(6)
  data.writeUInt32LE(offset, 0)
  data.writeUInt16LE(bytes, 4)
  return requestBytes(services.read, objectPath(templateClass, id), data)
}

const memberBytes = 8
/** Hosts of BOOL members, and other members that no program can name. */
const hidden = /^(ZZZZZZZZZZ|__)|^$/
/** The name of the type STRING in its template. */
const builtInString = 'ASCIISTRING82'

/** The definition of a structure. Throws 1719 if it is incomplete. */
export function templateIn(data: Buffer, members: number): Template {
  const infoBytes = members * memberBytes
  if (data.length < infoBytes) throw incomplete('a template that ends within its members')
  const texts = data.toString('utf8', infoBytes).split('\0')
  const [title = '', ...names] = texts
  const typeName = title.split(';')[0]!
  const all = Array.from({ length: members }, (_, at): Definition => {
    const [info, word] = [data.readUInt16LE(at * memberBytes), data.readUInt16LE(at * memberBytes + 2)]
    const isArray = info > 0 && !('code' in typeOf(word) && (word & 0xff) === codes.bool)
    return { name: names[at] ?? '', type: typeOf(word), dims: isArray ? [info] : [] }
  })
  const shown = all.filter((member) => !hidden.test(member.name))
  return { name: typeName === builtInString ? 'STRING' : typeName, isText: isString(shown), members: shown }
}

/** Whether these are the members of a string: LEN, a DINT, and DATA, an array of SINT. */
function isString([length, text, ...more]: readonly Definition[]): boolean {
  if (!length || !text || more.length > 0 || length.name !== 'LEN' || text.name !== 'DATA') return false
  return isOf(length, codes.dint) && isOf(text, codes.sint) && text.dims.length === 1
}

const isOf = ({ type }: Definition, code: number): boolean => 'code' in type && type.code === code
