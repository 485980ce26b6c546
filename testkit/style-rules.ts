// The rules of all stylesheets with the class names that they use.
import { readdirSync, readFileSync } from 'node:fs'

/** One selector of a rule, without commas; a nested rule has the selectors around it. */
export type StyleRule = { path: string; selector: string; classes: string[] }

/** Splits at the commas outside of parentheses: `a:is(b, c), d` becomes `a:is(b, c)` and `d`. */
function selectorsOf(list: string): string[] {
  const parts = ['']
  let depth = 0
  for (const letter of list) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

const classesOf = (selector: string): string[] =>
  [...selector.replace(/\[[^\]]*\]/g, '').matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].map(([, name]) => name!)

/** Parses a stylesheet. Selectors inside of `@media` and its like are those of any rule; keyframes have none. */
export function parseStyles(path: string, text: string): StyleRule[] {
  const rules: StyleRule[] = []
  const plain = text.replace(/\/\*[\s\S]*?\*\//g, '')
  const around: string[][] = [[]]
  let start = 0
  for (const { index, 0: mark } of plain.matchAll(/[{};]/g)) {
    const head = plain.slice(start, index).trim()
    start = index + 1
    if (mark === '}') around.pop()
    if (mark !== '{') continue
    const outer = around.at(-1) ?? []
    const isFrame = /^(@|from\b|to\b|[\d.]+%)/.test(head)
    const own = isFrame ? [] : selectorsOf(head)
    const whole = outer.length > 0 ? outer.flatMap((each) => own.map((inner) => `${each} ${inner}`)) : own
    around.push(isFrame ? outer : whole)
    rules.push(...whole.map((selector) => ({ path, selector, classes: classesOf(selector) })))
  }
  return rules
}

/** The rules of all stylesheets in these folders of the repository. */
export const styleRules = (...folders: string[]): StyleRule[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.css') && !name.includes('node_modules'))
      .flatMap((name) => parseStyles(`${folder}/${name}`, readFileSync(`${folder}/${name}`, 'utf8'))),
  )
