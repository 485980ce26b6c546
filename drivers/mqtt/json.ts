// Reads JSON (RFC 8259) and keeps numbers as written, so that 64-bit integers stay exact. Pure.
import type { Step } from './address.ts'

/** A number as written in the text. */
type JsonNumber = { number: string }
/** A member that occurs twice has the value `twice`, because programs disagree which one counts. */
export type Json = null | boolean | string | JsonNumber | Json[] | Map<string, Json | typeof twice>
export const twice = Symbol('twice')

/** The text is no JSON. */
export class JsonFault extends Error {}

const maxDepth = 64
const token = /("(?:[ !#-[\]-\uffff]|\\.)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)/y
const space = /[ \t\n\r]*/y

/** The value of a JSON text. Throws a `JsonFault`. */
export function parseJson(text: string): Json {
  return new Reader(text).document()
}

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  document(): Json {
    const value = this.#value(0)
    this.#skip()
    if (this.#at < this.#text.length) throw this.#fault()
    return value
  }

  #value(depth: number): Json {
    if (depth > maxDepth) throw new JsonFault(`the JSON is nested more than ${maxDepth} levels deep`)
    this.#skip()
    const first = this.#text[this.#at]
    if (first === '{') return this.#object(depth)
    if (first === '[') return this.#array(depth)
    return this.#scalar()
  }

  #object(depth: number): Json {
    const members = new Map<string, Json | typeof twice>()
    this.#at++
    if (this.#takes('}')) return members
    do {
      this.#skip()
      const name = this.#scalar()
      if (typeof name !== 'string' || !this.#takes(':')) throw this.#fault()
      const value = this.#value(depth + 1)
      members.set(name, members.has(name) ? twice : value)
    } while (this.#takes(','))
    if (!this.#takes('}')) throw this.#fault()
    return members
  }

  #array(depth: number): Json {
    const elements: Json[] = []
    this.#at++
    if (this.#takes(']')) return elements
    do elements.push(this.#value(depth + 1))
    while (this.#takes(','))
    if (!this.#takes(']')) throw this.#fault()
    return elements
  }

  #scalar(): null | boolean | string | JsonNumber {
    token.lastIndex = this.#at
    const [all = '', quoted, number, word] = token.exec(this.#text) ?? []
    if (quoted === undefined && number === undefined && word === undefined) throw this.#fault()
    this.#at += all.length
    if (number !== undefined) return { number }
    if (quoted !== undefined) return this.#unquoted(quoted)
    return word === 'null' ? null : word === 'true'
  }

  #unquoted(quoted: string): string {
    if (!quoted.includes('\\')) return quoted.slice(1, -1)
    try {
      return JSON.parse(quoted) as string
    } catch {
      throw this.#fault()
    }
  }

  /** Whether the next character is this one, which is then read. */
  #takes(character: string): boolean {
    this.#skip()
    if (this.#text[this.#at] !== character) return false
    this.#at++
    return true
  }

  #skip(): void {
    space.lastIndex = this.#at
    space.test(this.#text)
    this.#at = space.lastIndex
  }

  #fault(): JsonFault {
    return new JsonFault(`the payload is no JSON: unexpected text at character ${this.#at + 1}`)
  }
}

/** The value at a path; undefined if the JSON has none. */
export function atPath(json: Json, path: readonly Step[]): Json | typeof twice | undefined {
  let value: Json | typeof twice | undefined = json
  for (const step of path) {
    if (value instanceof Map && typeof step === 'string') value = value.get(step)
    else if (Array.isArray(value) && typeof step === 'number') value = value[step]
    else return value === twice ? twice : undefined
  }
  return value
}
