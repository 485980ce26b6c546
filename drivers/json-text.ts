// A parser of JSON whose numbers keep their digits: a 64-bit number loses none. Pure; for data of devices, which may be
// hostile: nesting and the number of values are bounded, the caller bounds the length.
import { DriverFault } from './driver.ts'

/** A number as it is written; `NaN` and `Infinity` too, which some programs write although JSON has none. */
export class JsonNumber {
  readonly digits: string
  constructor(digits: string) {
    this.digits = digits
  }
}

/** Stored for a name that an object contains twice: programs disagree on which value counts. */
export const twice = Symbol('twice')

/** A JSON value. Objects are maps, so that no name has a special meaning. */
export type Json = null | boolean | string | JsonNumber | readonly Json[] | JsonObject
type JsonObject = ReadonlyMap<string, Json | typeof twice>

const maxDepth = 32
const maxValues = 100_000

/** A document that is not JSON; `at` is the position in the text. */
const malformed = (reason: string, at: number): DriverFault =>
  new DriverFault(1728, `the text is not JSON: ${reason} at character ${at + 1}`)

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The text of bytes in UTF-8, without a byte order mark. Throws 1728. */
export function textOfBytes(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new DriverFault(1728, 'the data is not a text in UTF-8')
  }
}

type JsonOptions = { acceptNonFinite?: boolean }

/** Parses a JSON document. `acceptNonFinite`: also numbers that are not finite; true by default. Throws 1728. */
export const parseJson = (text: string, { acceptNonFinite = true }: JsonOptions = {}): Json =>
  new JsonReader(text, acceptNonFinite ? [...words, ...nonFinite] : words).document()

type Words = readonly (readonly [word: string, value: Json])[]

const words: Words = [
  ['true', true],
  ['false', false],
  ['null', null],
]
const nonFinite: Words = [
  ['NaN', new JsonNumber('NaN')],
  ['Infinity', new JsonNumber('Infinity')],
  ['-Infinity', new JsonNumber('-Infinity')],
]
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const space = /[ \t\r\n]*/y
const [quote, backslash, lastControl] = [34, 92, 31]

class JsonReader {
  readonly #text: string
  readonly #words: Words
  #at = 0
  #values = 0

  constructor(text: string, words: Words) {
    this.#text = text
    this.#words = words
  }

  document(): Json {
    const value = this.#value(0)
    if (this.#at < this.#text.length) throw malformed('unexpected text', this.#at)
    return value
  }

  /** A value with the spaces around it. */
  #value(depth: number): Json {
    if (depth > maxDepth) throw malformed(`nested more than ${maxDepth} times`, this.#at)
    if (++this.#values > maxValues) throw malformed(`more than ${maxValues} values`, this.#at)
    this.#skipSpace()
    const char = this.#text[this.#at]
    const value = char === '{' ? this.#object(depth) : char === '[' ? this.#list(depth) : this.#scalar()
    this.#skipSpace()
    return value
  }

  #scalar(): Json {
    if (this.#text.charCodeAt(this.#at) === quote) return this.#string()
    number.lastIndex = this.#at
    // An infinite number starts like a number.
    const word = this.#words.find(([each]) => this.#text.startsWith(each, this.#at))
    const digits = word ? undefined : number.exec(this.#text)?.[0]
    const length = word?.[0].length ?? digits?.length
    if (length === undefined) throw malformed('a value is missing', this.#at)
    this.#at += length
    return word ? word[1] : new JsonNumber(digits!)
  }

  #list(depth: number): Json[] {
    const list: Json[] = []
    this.#at++
    if (this.#isNext(']')) return list
    do list.push(this.#value(depth + 1))
    while (this.#continues(']'))
    return list
  }

  #object(depth: number): JsonObject {
    const members = new Map<string, Json | typeof twice>()
    this.#at++
    if (this.#isNext('}')) return members
    do {
      this.#skipSpace()
      if (this.#text.charCodeAt(this.#at) !== quote) throw malformed('a name is missing', this.#at)
      const name = this.#string()
      if (!this.#isNext(':')) throw malformed('a colon is missing', this.#at)
      const value = this.#value(depth + 1)
      members.set(name, members.has(name) ? twice : value)
    } while (this.#continues('}'))
    return members
  }

  /** Whether a comma follows a value; otherwise the list or object must end. */
  #continues(end: ']' | '}'): boolean {
    if (this.#text[this.#at] === ',') {
      this.#at++
      return true
    }
    if (!this.#isNext(end)) throw malformed(`"${end}" is missing`, this.#at)
    return false
  }

  #isNext(char: string): boolean {
    this.#skipSpace()
    if (this.#text[this.#at] !== char) return false
    this.#at++
    return true
  }

  #string(): string {
    const from = this.#at
    let isEscaped = false
    for (let at = from + 1; at < this.#text.length; at++) {
      const char = this.#text.charCodeAt(at)
      if (char <= lastControl) throw malformed('a control character in a text', at)
      if (char === backslash) {
        isEscaped = true
        at++
      } else if (char === quote) {
        this.#at = at + 1
        return isEscaped ? unescaped(this.#text.slice(from, at + 1), from) : this.#text.slice(from + 1, at)
      }
    }
    throw malformed('a text has no end', from)
  }

  #skipSpace(): void {
    space.lastIndex = this.#at
    this.#at += space.exec(this.#text)![0].length
  }
}

function unescaped(literal: string, at: number): string {
  try {
    return JSON.parse(literal) as string
  } catch {
    throw malformed('a wrong escape sequence', at)
  }
}
