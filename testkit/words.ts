// Finds prose that STYLE.md rejects: in comments, test names, documents and names of exports. Migrations are excluded: a
// stored hash covers their text.
import { readFileSync } from 'node:fs'

type Slip = { file: string; line: number; rule: string; text: string }

/** A comment that starts with a pronoun contains no noun before it that the pronoun could mean. */
const pronoun = /^(he|she|they|it|this|that)\b(?! (is|are|was|were|has|have|does|do|file|function|test|page)\b)/i

/** Rules as `[rule, pattern]`; each pattern is tried on each sentence. */
const sentenceRules: readonly (readonly [string, RegExp])[] = [
  ['headless', /^(who|what|whose|whom|whoever|whatever)\b(?!.*\?$)/i],
  ['headless', /^(of|to|by) (a|an|the|whom|those|all)\b/i],
  ['riddle', /\b(so many|as far as|of (ours|those|today)|at once|by itself|by themselves|likewise)\b/i],
  ['person', /\b(he|him|his|himself|whom|whoever|somebody|nobody)\b/i],
  ['verb', /\b(is|are|was|be|been|gets?) (told|said|asked)\b|\b(tells?|told) (it|them|the|who|what|whether)\b/i],
  ['verb', /\b(gives?|give|gave|giving) way\b|\blets? go\b|\bmend(s|ed|ing)?\b/i],
  ['verb', /\bstands?\b(?! for\b)|\bstood\b/i],
]

/** A name that is only a participle or a preposition says nothing about its value. */
const bareName =
  /^export (?:async )?(?:const|let|function\*?|type|class|interface) (own|at|of|found|known|told|asked|shown|kept|given|standing|taken|held|said|seen|drawn|meant|brought|lost|left|gone|put|heard|ended|wanted|named|chosen|spoken)\b/

const notProse = /^(biome-|@|eslint|#|<)/

type Passage = { line: number; text: string }

/** The passages of prose of a file. `path` decides the language by its ending. */
function passagesOf(path: string, source: string): Passage[] {
  const lines = source.split('\n')
  if (path.endsWith('.md')) return markdownPassages(lines)
  const names = /\.(test|e2e)\.tsx?$/.test(path) ? testNames(lines) : []
  return [...commentPassages(lines), ...names]
}

/** Comments; comment lines that follow each other are one passage. */
function commentPassages(lines: readonly string[]): Passage[] {
  const passages: Passage[] = []
  /** Whether the last passage goes on, and whether the line before was inside a block comment. */
  let isOpen = false
  let isInBlock = false
  for (const [at, line] of lines.entries()) {
    const trimmed = line.trim()
    const starts: boolean = !isInBlock && trimmed.startsWith('/*')
    if (isInBlock || starts || trimmed.startsWith('//')) {
      const text = trimmed.replace(/^(\/\*+|\/\/|\*(?!\/))\s?/, '').replace(/\s*\*+\/$/, '')
      if (!notProse.test(text)) append(passages, { line: at + 1, text }, isOpen && !starts)
      isInBlock = (isInBlock || starts) && !trimmed.endsWith('*/')
      isOpen = !trimmed.endsWith('*/')
      continue
    }
    isOpen = false
    const text = line.match(/\s\/\/ (?!biome)([^'"`]+)$/)?.[1]
    if (text) passages.push({ line: at + 1, text: text.trim() })
  }
  return passages
}

function append(passages: Passage[], next: Passage, isSame: boolean): void {
  const last = passages.at(-1)
  if (isSame && last) last.text += ` ${next.text.trim()}`
  else passages.push({ line: next.line, text: next.text.trim() })
}

const testNames = (lines: readonly string[]): Passage[] =>
  lines.flatMap((line, at) => {
    const name = line.match(/\b(?:test|it|describe|step|property)(?:\.\w+)*\(\s*(['"`])((?:\\.|(?!\1).)*)\1/)?.[2]
    return name === undefined ? [] : [{ line: at + 1, text: name }]
  })

/** Paragraphs, list entries and rows of tables, without code. */
function markdownPassages(lines: readonly string[]): Passage[] {
  const passages: Passage[] = []
  let isCode = false
  let isOpen = false
  for (const [at, line] of lines.entries()) {
    const isFence = line.trim().startsWith('```')
    if (isFence) isCode = !isCode
    if (isFence || isCode || line.trim() === '') {
      isOpen = false
      continue
    }
    const startsPassage = /^\s*([-*#>|]|\d+\.)/.test(line)
    const text = line.replace(/^\s*([-*#>]+|\d+\.)\s*/, '').replace(/\|/g, '. ')
    append(passages, { line: at + 1, text }, isOpen && !startsPassage)
    isOpen = true
  }
  return passages
}

/** Sentences without code, quotations and marks of emphasis. */
const sentencesOf = (text: string): string[] =>
  text
    .replace(/`[^`]*`|“[^”]*”|"[^"]*"/g, 'code')
    .replace(/\*+/g, '')
    .split(/(?<=[.!?;:])\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')

/** The slips of one file, at most one per rule and passage. */
export function slipsOf(path: string, source: string): Slip[] {
  const slips: Slip[] = []
  for (const { line, text } of passagesOf(path, source)) {
    const sentences = sentencesOf(text)
    const broken = sentenceRules.filter(([, pattern]) => sentences.some((sentence) => pattern.test(sentence)))
    const rules = new Set(broken.map(([rule]) => rule))
    if (!path.endsWith('.md') && pronoun.test(text)) rules.add('pronoun')
    for (const rule of rules) slips.push({ file: path, line, rule, text: text.slice(0, 160) })
  }
  if (/\.tsx?$/.test(path))
    for (const [at, line] of source.split('\n').entries())
      if (bareName.test(line)) slips.push({ file: path, line: at + 1, rule: 'name', text: line.trim().slice(0, 80) })
  return slips
}

/** The room, or the part of the program, whose count a file belongs to. */
export function folderOf(file: string): string {
  const folders = file.split('/').slice(0, -1)
  const isDivided = ['apps', 'features', 'signal', 'drivers', 'widgets', 'docs'].includes(folders[0] ?? '')
  return folders.slice(0, folders[0] === 'features' ? 3 : isDivided ? 2 : 1).join('/') || '.'
}

/** The slips of all files below `root`. */
export const slipsIn = (root: string, files: readonly string[]): Slip[] =>
  files.flatMap((file) => slipsOf(file, readFileSync(`${root}/${file}`, 'utf8')))
