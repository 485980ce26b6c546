// Style sheets and style attributes of a drawing: rules by element, class and id. Other selectors and all at-rules are
// reported and ignored. Pure.
import type { Report } from './report.ts'
import type { Element } from './tree.ts'

export type Properties = Record<string, string>

type Declaration = { value: string; weight: number }

/** Declarations by selector: `rect`, `.pipe`, `rect.pipe`, `#p1`, `*`. For the same property the higher weight wins. */
export type Sheet = ReadonlyMap<string, Record<string, Declaration>>

const selector = /^(?:\*|[a-zA-Z][\w-]*|[a-zA-Z][\w-]*\.[\w-]+|[.#][\w-]+)$/

/** The weights of style attributes and of `!important`, above those of all rules. */
const [ofStyle, important] = [1e12, 1e13]

/** Parses `fill: red; stroke: none` of a rule with this weight. */
function declarationsOf(text: string, weight: number): Record<string, Declaration> {
  const found: Record<string, Declaration> = Object.create(null)
  for (const declaration of text.split(';')) {
    const at = declaration.indexOf(':')
    if (at < 0) continue
    const plain = declaration.slice(at + 1).replace(/!\s*important\s*$/i, '')
    const isImportant = plain.length < declaration.length - at - 1
    const each = { value: plain.trim(), weight: weight + (isImportant ? important : 0) }
    const name = declaration.slice(0, at).trim().toLowerCase()
    if (!(each.weight < (found[name]?.weight ?? 0))) found[name] = each
  }
  return found
}

/** Parses `fill: red; stroke: none`. */
export const propertiesOf = (text: string): Properties => valuesOf(declarationsOf(text, ofStyle))

function valuesOf(declarations: Record<string, Declaration>): Properties {
  const found: Properties = Object.create(null)
  for (const name in declarations) found[name] = declarations[name]!.value
  return found
}

/** An id outweighs a class, and a class an element. */
function specificityOf(selector: string): number {
  if (selector.startsWith('#')) return 100
  if (selector === '*') return 0
  return (selector.includes('.') ? 10 : 0) + (selector.startsWith('.') ? 0 : 1)
}

/** Removes comments; an unclosed comment extends to the end of the text. */
function withoutComments(text: string): string {
  return text
    .split('/*')
    .map((part, i) => (i === 0 ? part : part.includes('*/') ? part.slice(part.indexOf('*/') + 2) : ''))
    .join(' ')
}

/** Removes at-rules with their blocks. */
function withoutAtRules(text: string, report: Report): string {
  let [left, rest] = ['', text]
  for (;;) {
    const at = rest.indexOf('@')
    if (at < 0) return left + rest
    left += rest.slice(0, at)
    rest = rest.slice(at)
    report.add(/^@import/i.test(rest) ? 'external' : 'css', /^@[\w-]*/.exec(rest)?.[0])
    rest = rest.slice(endOfRule(rest))
  }
}

/** The end of a rule: its `;`, or the end of its block including nested blocks. */
function endOfRule(text: string): number {
  let depth = 0
  for (let i = 0; i < text.length; i += 1) {
    if (text[i] === ';' && depth === 0) return i + 1
    if (text[i] === '{') depth += 1
    if (text[i] === '}') {
      depth -= 1
      if (depth <= 0) return i + 1
    }
  }
  return text.length
}

export function sheetOf(text: string, report: Report): Sheet {
  const rules = new Map<string, Record<string, Declaration>>()
  let order = 0
  for (const rule of withoutAtRules(withoutComments(text), report).split('}')) {
    const [selectors = '', inside] = rule.split('{')
    if (inside === undefined) continue
    order += 1
    for (const each of selectors.split(',').map((one) => one.trim())) {
      if (!selector.test(each)) report.add('css', each)
      else {
        const known = rules.get(each) ?? Object.create(null)
        rules.set(each, joined(known, declarationsOf(inside, specificityOf(each) * 1e8 + order)))
      }
    }
  }
  return rules
}

function joined(into: Record<string, Declaration>, more: Record<string, Declaration>): Record<string, Declaration> {
  for (const name in more) {
    const [before, after] = [into[name], more[name]!]
    if (!before || after.weight >= before.weight) into[name] = after
  }
  return into
}

/** The properties that style sheets and the style attribute set for an element. */
export function declaredFor({ name, attributes }: Element, sheet: Sheet): Properties {
  const { class: classes = '', id = '', style = '' } = attributes
  if (sheet.size === 0) return style === '' ? Object.create(null) : propertiesOf(style)
  const names = classes.split(/\s+/).filter(Boolean).slice(0, 20)
  const keys = ['*', name, ...names.map((each) => `.${each}`), ...names.map((each) => `${name}.${each}`), `#${id}`]
  const found: Record<string, Declaration> = Object.create(null)
  for (const key of keys) joined(found, sheet.get(key) ?? {})
  return valuesOf(joined(found, declarationsOf(style, ofStyle)))
}

/** The properties of an element from its attributes, the style sheet and its style, in ascending priority. */
export const propertiesFor = (element: Element, sheet: Sheet): Properties =>
  Object.assign(Object.create(null), element.attributes, declaredFor(element, sheet))
