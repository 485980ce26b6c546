// Turns a formula's text into words for the parser. User input never reaches the parser: references, texts and large
// integers become slots, alternative spellings become operators, and every other word must be on the list. All errors
// are found here, with their position, and the budgets are checked here, before anything recurses.
import { functions, isComparison } from './formula-values.ts'
import {
  constants,
  endOfText,
  formulaBudget,
  isId,
  narrow,
  number,
  operators,
  quoteAt,
  reference,
  space,
  spellings,
  wordLetters,
  wordOperators,
} from './formula-words.ts'

export type FaultReason = 'empty' | 'tooLong' | 'syntax' | 'notAllowed' | 'tooDeep' | 'unknownName' | 'badReference'

/** `at`: position of the faulty character, from 1; `word`: the word at this position. */
export type FormulaFault = { at: number; reason: FaultReason; word: string }

export type FormulaReference = { equipmentId: number; signalId: number }

/** `words` for the parser, each with its position in the text; `r0…` are references, `t0…` are constants. */
export type Scanned = {
  words: string[]
  places: number[]
  references: FormulaReference[]
  constants: (string | number | boolean)[]
}

/** An open bracket. `not` has no bracket: it ends with its comparison. */
type Frame = {
  kind: 'group' | 'call' | 'not'
  at: number
  name: string
  args: number
  /** Number of `?` still without `:`. */
  choices: number
  /** True if a comparison was read since the last && || ? : or comma. */
  isCompared: boolean
  /** True if a minus precedes the bracket. */
  isSigned: boolean
}

class Fault {
  readonly fault: FormulaFault
  constructor(at: number, reason: FaultReason, word: string) {
    this.fault = { at: at + 1, reason, word: word.slice(0, formulaBudget.wordShown) }
  }
}

export function scanFormula(text: string, maxLength: number): Scanned | { fault: FormulaFault } {
  if (text.length > maxLength) return { fault: new Fault(maxLength, 'tooLong', '').fault }
  try {
    return new Scanner(text).scan()
  } catch (error) {
    if (error instanceof Fault) return { fault: error.fault }
    throw error
  }
}

class Scanner {
  readonly #text: string
  readonly #plain: string
  readonly #out: Scanned = { words: [], places: [], references: [], constants: [] }
  readonly #slots = new Map<string, number>()
  readonly #frames: Frame[] = [frameOf('group', 0, '', false)]
  #at = 0
  /** True if the next word must be an operand, false if it must be an operator. */
  #wantsOperand = true
  #isSigned = false
  #lastIsSigned = false

  constructor(text: string) {
    this.#text = text
    this.#plain = narrow(text)
  }

  get #frame(): Frame {
    return this.#frames.at(-1)!
  }

  scan(): Scanned {
    this.#skipSpace()
    if (this.#at === this.#text.length) throw new Fault(0, 'empty', '')
    while (this.#at < this.#text.length) {
      if (this.#wantsOperand) this.#operand()
      else this.#operator()
      if (this.#out.words.length > formulaBudget.words) throw new Fault(this.#at, 'tooLong', '')
      this.#skipSpace()
    }
    if (this.#wantsOperand) throw new Fault(this.#text.length, 'syntax', '')
    this.#endNot()
    if (this.#frames.length > 1) throw new Fault(this.#frame.at, 'syntax', this.#text[this.#frame.at]!)
    this.#endChoices()
    return this.#out
  }

  #operand(): void {
    const char = this.#plain[this.#at]!
    const quote = quoteAt(this.#text, this.#plain, this.#at)
    if (char === '$' && this.#plain[this.#at + 1] === '{') return this.#reference()
    if (quote) return this.#textLiteral(quote)
    if (/[\d.]/.test(char)) return this.#number()
    if (char === '-' || char === '+' || char === '!') {
      if (char !== '+') this.#put(char)
      this.#at++
      this.#isSigned = true
      return
    }
    if (char === '(') return this.#open('group', '', 1)
    if (char === ')' && this.#frame.kind === 'call' && this.#out.words.at(-1) === '(') return this.#close()
    const word = this.#match(wordLetters)
    if (word) return this.#word(word.toLowerCase(), word.length)
    throw this.#unexpected()
  }

  #reference(): void {
    const at = this.#at
    const match = this.#exec(reference)
    const [equipmentId, signalId] = [Number(match?.[1]), Number(match?.[2])]
    if (!match || !isId(equipmentId) || !isId(signalId)) {
      const end = this.#plain.indexOf('}', at)
      throw new Fault(at, 'badReference', this.#text.slice(at, end < 0 ? undefined : end + 1))
    }
    const key = `${equipmentId}.${signalId}`
    const slot = this.#slots.get(key) ?? this.#out.references.push({ equipmentId, signalId }) - 1
    this.#slots.set(key, slot)
    this.#value(`r${slot}`, match[0].length)
  }

  #textLiteral(quote: string): void {
    const end = endOfText(this.#text, this.#plain, quote, this.#at + 1)
    if (end === this.#text.length) throw new Fault(this.#at, 'syntax', this.#text.slice(this.#at))
    this.#constant(this.#text.slice(this.#at + 1, end), end + 1 - this.#at)
  }

  #number(): void {
    const digits = this.#match(number)
    if (!digits) throw this.#unexpected()
    const after = this.#plain[this.#at + digits.length] ?? ''
    const value = Number(digits)
    if (/[\p{L}\d._$]/u.test(after) || !Number.isFinite(value)) throw new Fault(this.#at, 'syntax', digits + after)
    const isGreat = /^\d{1,20}$/.test(digits) && !Number.isSafeInteger(value)
    this.#constant(isGreat ? BigInt(digits).toString() : value, digits.length)
  }

  #word(word: string, length: number): void {
    const constant = constants.get(word)
    if (constant !== undefined) return this.#constant(constant, length)
    if (word === 'not') return this.#not(length)
    const after = this.#plain.slice(this.#at + length).trimStart()[0]
    const shown = this.#text.slice(this.#at, this.#at + length)
    if (wordOperators.has(word)) throw new Fault(this.#at, 'syntax', shown)
    if (word !== 'if' && !functions.has(word)) throw new Fault(this.#at, 'unknownName', shown)
    if (after !== '(') throw new Fault(this.#at, 'syntax', shown)
    const at = this.#at
    this.#put(word)
    this.#at += length
    this.#skipSpace()
    this.#open('call', word, 1, at)
  }

  /** `not a > 5` is !(a > 5), as in languages with a `not` operator; `!a > 5` is (!a) > 5. */
  #not(length: number): void {
    this.#put('!')
    this.#open('not', 'not', length)
  }

  #operator(): void {
    const char = this.#plain[this.#at]!
    if (char === ')') return this.#close()
    if (char === ',') return this.#comma()
    const word = this.#match(wordLetters)
    const length = word?.length ?? 1
    const written = word ? '' : (operators.find((one) => this.#plain.startsWith(one, this.#at)) ?? '')
    const operator = wordOperators.get(word?.toLowerCase() ?? '') ?? spellings[written] ?? written
    if (operator === '' || operator === '!') throw this.#unexpected()
    if (isComparison(operator)) this.#compared()
    // -2 ** 2 is 4 in some languages and -4 in others, so it is refused.
    if (operator === '**' && this.#lastIsSigned) throw this.#unexpected()
    if (operator === '&&' || operator === '||' || operator === '?' || operator === ':') this.#logical(operator)
    this.#put(operator)
    this.#at += word ? length : written.length
    this.#wantsOperand = true
  }

  /** Refuses `0 < x < 10`, which would compare a boolean with 10. */
  #compared(): void {
    if (this.#frame.isCompared) throw this.#unexpected()
    this.#frame.isCompared = true
  }

  #logical(operator: string): void {
    this.#endNot()
    this.#frame.isCompared = false
    if (operator === '?') this.#frame.choices++
    if (operator === ':' && --this.#frame.choices < 0) throw this.#unexpected()
  }

  #comma(): void {
    this.#endNot()
    this.#endChoices()
    if (this.#frame.kind !== 'call') throw this.#unexpected()
    this.#frame.args++
    this.#frame.isCompared = false
    this.#put(',')
    this.#at++
    this.#wantsOperand = true
  }

  #open(kind: Frame['kind'], name: string, length: number, at = this.#at): void {
    if (this.#frames.length > formulaBudget.depth) throw new Fault(this.#at, 'tooDeep', this.#text[this.#at]!)
    this.#put('(')
    this.#frames.push(frameOf(kind, at, name, this.#isSigned))
    this.#at += length
    this.#wantsOperand = true
    this.#isSigned = false
  }

  #close(): void {
    this.#endNot()
    this.#endChoices()
    if (this.#frames.length === 1) throw this.#unexpected()
    const { kind, name, at, args, isSigned } = this.#frames.pop()!
    const count = this.#out.words.at(-1) === '(' ? 0 : args
    const { least, most } = name === 'if' ? { least: 3, most: 3 } : (functions.get(name) ?? { least: 1, most: 1 })
    if (kind === 'call' && (count < least || count > most)) throw new Fault(at, 'syntax', name)
    this.#put(')')
    this.#at++
    this.#wantsOperand = false
    this.#lastIsSigned = isSigned
  }

  #endNot(): void {
    while (this.#frame.kind === 'not') {
      this.#frames.pop()
      this.#put(')')
    }
  }

  #endChoices(): void {
    if (this.#frame.choices > 0) throw this.#unexpected()
  }

  #constant(value: string | number | boolean, length: number): void {
    this.#value(`t${this.#out.constants.push(value) - 1}`, length)
  }

  #value(word: string, length: number): void {
    this.#put(word)
    this.#at += length
    this.#wantsOperand = false
    this.#lastIsSigned = this.#isSigned
    this.#isSigned = false
  }

  #put(word: string): void {
    this.#out.words.push(word)
    this.#out.places.push(this.#at)
  }

  #unexpected(): Fault {
    const word = this.#match(wordLetters) ?? this.#match(number) ?? this.#text[this.#at] ?? ''
    const isOurs =
      word === '' || /^(\p{L}|\.?\p{N})/u.test(word) || /^[-+*/%<>=!?:(),≠≥≤×÷$"'“‘）（，]/.test(narrow(word))
    return new Fault(this.#at, isOurs ? 'syntax' : 'notAllowed', word)
  }

  #skipSpace(): void {
    this.#at += this.#match(space)?.length ?? 0
  }

  #match(pattern: RegExp): string | undefined {
    return this.#exec(pattern)?.[0]
  }

  #exec(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    return pattern.exec(this.#plain)
  }
}

const frameOf = (kind: Frame['kind'], at: number, name: string, isSigned: boolean): Frame => ({
  kind,
  at,
  name,
  args: 1,
  choices: 0,
  isCompared: false,
  isSigned,
})
