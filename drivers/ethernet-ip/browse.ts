// Browses the tags of a Logix or Micro800 controller: programs, tags, elements of arrays, members of structures.
import type { DataType } from '../../core/data-type.ts'
import { type BrowsedNode, type BrowsedPage, DriverFault, isRefusal, type Point, type TagReading } from '../driver.ts'
import { parseTagAddress } from './address.ts'
import type { Answer } from './cip.ts'
import { incomplete } from './faults.ts'
import type { EipParams } from './params.ts'
import {
  type Definition,
  definitionRequest,
  isLastPart,
  type SymbolEntry,
  symbolsIn,
  symbolsRequest,
  type Template,
  templateIn,
  templateRequest,
  templateSize,
} from './symbols.ts'
import { atomicOf, codes, typeName } from './type.ts'

type Deps = {
  ask(request: Uint8Array, params: EipParams): Promise<Answer>
  read(points: readonly Point[], params: EipParams): Promise<TagReading[]>
}

// The limits of the contract between gateway and platform: nodes per page, and in all.
const pageSize = 100
const maxNodes = 10_000
/** Limit of tags in a list: no controller holds more. */
const maxSymbols = 100_000
const maxDefinitionBytes = 0x2_0000
const longestText = 200

const programPrefix = /^program:/i
const isProgram = (name: string): boolean => programPrefix.test(name)
/** Symbols of the system: connections, tasks, routines. */
const isInternal = ({ name, isSystem }: SymbolEntry): boolean =>
  isSystem || name.startsWith('__') || /^(Map|Cxn|Task|Routine|UDI):/i.test(name)

/** An entry before its facts are read. */
type Entry = Definition & { address: string; isWritable: boolean }

export class Browser {
  readonly #deps: Deps
  readonly #scopes = new Map<string, readonly SymbolEntry[]>()
  readonly #templates = new Map<number, Template>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** A page of children from a position on. Throws 1715 if the controller has no such node, 1720 for Omron. */
  async page(node: string | undefined, from: number, params: EipParams): Promise<BrowsedPage> {
    if (params.model === 'omron')
      throw new DriverFault(1720, 'NJ and NX list no variables for this driver: enter their names')
    // The program may have been changed since the tags were listed.
    if (node === undefined && from === 0) this.#forget()
    const scope = node === undefined || (isProgram(node) && !node.includes('.')) ? (node ?? '') : undefined
    const entries = scope === undefined ? await this.#inside(node!, params) : await this.#tagsOf(scope, params)
    const end = Math.min(from + pageSize, maxNodes)
    const nodes = await this.#nodesOf(entries.slice(from, end), params)
    return entries.length > end && end < maxNodes ? { nodes, next: end } : { nodes }
  }

  #forget(): void {
    this.#scopes.clear()
    this.#templates.clear()
  }

  /** Programs and tags of the controller (scope ``), or the tags of a program, by name. */
  async #tagsOf(scope: string, params: EipParams): Promise<(Entry | string)[]> {
    const symbols = await this.#symbolsOf(scope, params)
    const tags = symbols.filter((symbol) => !isInternal(symbol) && !isProgram(symbol.name))
    const programs = scope === '' ? symbols.filter(({ name }) => isProgram(name)).map(({ name }) => name) : []
    const prefix = scope === '' ? '' : `${scope}.`
    const entries = tags.map((symbol) => ({ ...symbol, address: `${prefix}${symbol.name}` }))
    return [...programs.sort(), ...entries.sort((a, b) => (a.name < b.name ? -1 : 1))]
  }

  /** The elements of an array, or the members of a structure. */
  async #inside(node: string, params: EipParams): Promise<Entry[]> {
    const entry = await this.#find(node, params)
    if (entry.dims.length > 0) return elementsOf(entry)
    if (!('template' in entry.type)) return []
    const { members, isText } = await this.#templateOf(entry.type.template, params)
    if (isText) return []
    return members.map((member) => ({
      ...member,
      address: `${node}.${member.name}`,
      isWritable: entry.isWritable,
    }))
  }

  /** The definition of the node with an address. Throws 1715. */
  async #find(node: string, params: EipParams): Promise<Entry> {
    const missing = () => new DriverFault(1715, `there is no tag ${node}`)
    const parsed = parseTagAddress(node, params)
    if (isRefusal(parsed) || parsed.bit !== undefined) throw missing()
    const isScoped = isProgram(parsed.segments[0]!.name)
    const scope = isScoped ? parsed.segments[0]!.name : ''
    const [first, ...rest] = isScoped ? parsed.segments.slice(1) : parsed.segments
    const symbol = (await this.#symbolsOf(scope, params)).find(({ name }) => isSame(name, first!.name))
    let found: Definition | undefined = symbol && elementOf(symbol, first!.indices.length)
    for (const { name, indices } of rest) {
      if (!found || !('template' in found.type) || found.dims.length > 0) throw missing()
      const { members } = await this.#templateOf(found.type.template, params)
      const member = members.find((each) => isSame(each.name, name))
      found = member && elementOf(member, indices.length)
    }
    if (!found) throw missing()
    return { ...found, address: node, isWritable: symbol!.isWritable }
  }

  async #symbolsOf(scope: string, params: EipParams): Promise<readonly SymbolEntry[]> {
    const known = this.#scopes.get(scope.toLowerCase())
    if (known) return known
    const symbols =
      (await this.#listed(scope, true, params).catch((error: unknown) => {
        // Firmware before version 18 has no attribute External Access.
        if (error instanceof DriverFault && !error.broken && error.code !== 1714) return undefined
        throw error
      })) ?? (await this.#listed(scope, false, params))
    this.#scopes.set(scope.toLowerCase(), symbols)
    return symbols
  }

  async #listed(scope: string, hasAccess: boolean, params: EipParams): Promise<SymbolEntry[]> {
    const symbols: SymbolEntry[] = []
    for (let from = 0; ; ) {
      const answer = await this.#deps.ask(symbolsRequest(from, scope || undefined, hasAccess), params)
      const isLast = isLastPart(answer)
      const part = symbolsIn(answer, hasAccess)
      symbols.push(...part)
      if (isLast) return symbols
      const next = (part.at(-1)?.id ?? -1) + 1
      if (next <= from || symbols.length > maxSymbols) throw incomplete('a list of tags that does not end')
      from = next
    }
  }

  async #templateOf(id: number, params: EipParams): Promise<Template> {
    const known = this.#templates.get(id)
    if (known) return known
    const { bytes, members } = templateSize(await this.#deps.ask(templateRequest(id), params))
    if (bytes < 0 || bytes > maxDefinitionBytes) throw incomplete(`a template of ${bytes} bytes`)
    const parts: Buffer[] = []
    for (let offset = 0; offset < bytes; ) {
      const answer = await this.#deps.ask(definitionRequest(id, offset, Math.min(bytes - offset, 0xffff)), params)
      const isLast = isLastPart(answer)
      parts.push(answer.data)
      offset += answer.data.length
      if (isLast) break
      if (answer.data.length === 0) throw incomplete('a template that does not end')
    }
    const template = templateIn(Buffer.concat(parts), members)
    this.#templates.set(id, template)
    return template
  }

  async #nodesOf(entries: readonly (Entry | string)[], params: EipParams): Promise<BrowsedNode[]> {
    const nodes: BrowsedNode[] = []
    for (const entry of entries) {
      if (typeof entry === 'string')
        nodes.push({ address: entry, name: entry.replace(programPrefix, ''), nodeClass: 'object', hasChildren: true })
      else nodes.push(await this.#nodeOf(entry, params))
    }
    const shown = nodes.filter(({ dataType }) => dataType !== undefined)
    const points = shown.map(({ address, dataType }, id): Point => ({ id, address, dataType: dataType!, access: 'r' }))
    for (const [at, reading] of (await this.#deps.read(points, params)).entries()) {
      if (!('value' in reading)) continue
      const { value } = reading
      shown[at]!.value = typeof value === 'string' ? value.slice(0, longestText) : value
    }
    return nodes
  }

  async #nodeOf({ name, address, type, dims, isWritable }: Entry, params: EipParams): Promise<BrowsedNode> {
    const template = 'template' in type ? await this.#templateOf(type.template, params) : undefined
    const single = template ? template.name : isFlagArray({ name, type, dims }) ? 'BOOL' : typeName(codeOf(type))
    const base = {
      address,
      name,
      typeName: `${single}${dims.length > 0 ? `[${lengthsOf({ name, type, dims }).join(',')}]` : ''}`,
    }
    if (dims.length > 0) return { ...base, nodeClass: 'object', hasChildren: true }
    if (template && !template.isText) return { ...base, nodeClass: 'object', hasChildren: true }
    const dataType: DataType | undefined = template ? 'string' : dataTypeOf(codeOf(type))
    return { ...base, nodeClass: 'variable', ...(dataType && { dataType }), isWritable, hasChildren: false }
  }
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
const codeOf = (type: Definition['type']): number => ('code' in type ? type.code : codes.structure)

const dataTypeOf = (code: number): DataType | undefined =>
  code === codes.shortString || code === codes.string ? 'string' : atomicOf(code)?.dataType

/** Arrays of DWORD exist only as the storage of BOOL arrays. */
const isFlagArray = ({ type, dims }: Definition): boolean => dims.length > 0 && codeOf(type) === codes.dword

const lengthsOf = (definition: Definition): readonly number[] =>
  isFlagArray(definition) ? definition.dims.map((length) => length * 32) : definition.dims

/** The element of a definition behind this number of indices; nothing if it has another number of dimensions. */
function elementOf(definition: Definition, indices: number): Definition | undefined {
  if (indices === 0) return definition
  return indices === definition.dims.length ? { ...definition, dims: [] } : undefined
}

/** All elements of an array, the last index first. */
function elementsOf(entry: Entry): Entry[] {
  const lengths = lengthsOf(entry)
  const count = Math.min(
    lengths.reduce((product, length) => product * length, 1),
    maxNodes,
  )
  const type = isFlagArray(entry) ? { code: codes.bool } : entry.type
  return Array.from({ length: count }, (_, at) => {
    const indices: number[] = []
    let rest = at
    for (const length of [...lengths].reverse()) {
      indices.unshift(rest % length)
      rest = Math.floor(rest / length)
    }
    const name = `[${indices.join(',')}]`
    return { name, type, dims: [], address: `${entry.address}${name}`, isWritable: entry.isWritable }
  })
}
