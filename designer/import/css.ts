// Style sheets and style attributes of a drawing: rules by element, class and id. Other selectors and all at-rules are counted
// and left out. Pure.
import type { Report } from './report.ts'
import type { Element } from './tree.ts'

export type Properties = Record<string, string>

/** Rules by what they select: `rect`, `.pipe`, `rect.pipe`, `#p1`, `*`. */
export type Sheet = ReadonlyMap<string, Properties>

const selector = /^(?:\*|[a-zA-Z][\w-]*|[a-zA-Z][\w-]*\.[\w-]+|[.#][\w-]+)$/

/** `fill: red; stroke: none`. */
export function propertiesOf(text: string): Properties {
  const found: Properties = Object.create(null)
  for (const declaration of text.split(';')) {
    const at = declaration.indexOf(':')
    if (at < 0) continue
    const value = declaration.slice(at + 1).replace(/!\s*important\s*$/i, '')
    found[declaration.slice(0, at).trim().toLowerCase()] = value.trim()
  }
  return found
}

/** The text without its comments, one that is not closed to its end. */
function withoutComments(text: string): string {
  return text
    .split('/*')
    .map((part, i) => (i === 0 ? part : part.includes('*/') ? part.slice(part.indexOf('*/') + 2) : ''))
    .join(' ')
}

/** The text without at-rules, with all that is in them. */
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

/** Where a rule ends: at its `;`, or at the end of its block with those in it. */
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
  const rules = new Map<string, Properties>()
  for (const rule of withoutAtRules(withoutComments(text), report).split('}')) {
    const [selectors = '', inside] = rule.split('{')
    if (inside === undefined) continue
    const properties = propertiesOf(inside)
    for (const each of selectors.split(',').map((one) => one.trim())) {
      if (!selector.test(each)) report.add('css', each)
      else rules.set(each, { ...rules.get(each), ...properties })
    }
  }
  return rules
}

/** What is set for an element: by its attributes, by the sheet, by its own style, the last counting most. */
export function propertiesFor({ name, attributes }: Element, sheet: Sheet): Properties {
  const { class: classes = '', id = '', style = '' } = attributes
  const names = sheet.size === 0 ? [] : classes.split(/\s+/).filter(Boolean).slice(0, 20)
  const keys = ['*', name, ...names.map((each) => `.${each}`), ...names.map((each) => `${name}.${each}`), `#${id}`]
  return Object.assign(Object.create(null), attributes, ...keys.map((key) => sheet.get(key)), propertiesOf(style))
}
