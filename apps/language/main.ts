// The command `npm run language`: writes a language for translators, reads it back, and prints what is translated.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeCsv } from '../../core/decode-csv.ts'
import type { LanguageFile } from '../../ui/language.ts'
import { allTexts } from './all-texts.ts'
import { coverageOf, type Entry, entriesOf, fileOf, translationsIn } from './catalogue.ts'
import { coverageLines } from './coverage-lines.ts'
import { allLabels } from './labels.ts'
import { readTranslatorFile, translatorFile } from './translator-file.ts'

const usage = `Say what to do:
  npm run language -- export <code> [file]   writes all texts for translators, into <code>.csv by default
  npm run language -- import <code> <file>   reads the file back into languages/<code>.json
  npm run language -- coverage               prints the translated share of every language, and what is wrong`

const folder = 'languages'
const fileName = (code: string): string => join(folder, `${code}.json`)

/** The language file; without texts if the language is new. */
function readLanguage(code: string): LanguageFile {
  return existsSync(fileName(code)) ? JSON.parse(readFileSync(fileName(code), 'utf8')) : {}
}

/** Throws if the code is not a language tag in lower case, such as `de` or `pt-br`. */
function entriesFor(code: string): Entry[] {
  const isKnown = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(code) && Intl.PluralRules.supportedLocalesOf(code).length > 0
  if (!isKnown) throw new Error(`${code} is not the code of a language in lower case, such as de or pt-br`)
  if (code === 'en' || code === 'zh-cn') throw new Error(`${code} has no language file: its texts are in the sources`)
  return entriesOf(code, allTexts, allLabels('.'))
}

function exportLanguage(code: string, file: string): number {
  const entries = entriesFor(code)
  writeFileSync(file, translatorFile(entries, translationsIn(readLanguage(code))))
  console.log(`${entries.length} texts of ${code} are in ${file}`)
  return 0
}

function importLanguage(code: string, file: string): number {
  const entries = entriesFor(code)
  const { text } = decodeCsv(readFileSync(file))
  const { translations, refused } = readTranslatorFile(text, entries, translationsIn(readLanguage(code)))
  writeFileSync(fileName(code), `${JSON.stringify(fileOf(entries, translations), null, 2)}\n`)
  for (const line of refused) console.log(`not imported: ${line}`)
  console.log(`${translations.size} texts of ${code} are in ${fileName(code)}`)
  return refused.length > 0 ? 1 : 0
}

function printCoverage(): number {
  const codes = readdirSync(folder).flatMap((name) => name.match(/^(.+)\.json$/)?.[1] ?? [])
  const all = codes.map((code) => ({
    code,
    coverage: coverageOf(entriesFor(code), translationsIn(readLanguage(code))),
  }))
  for (const { code, coverage } of all) for (const line of coverageLines(code, coverage)) console.log(line)
  return all.some(({ coverage: { unknown, faults } }) => unknown.length + faults.length > 0) ? 1 : 0
}

function run([act, code, file]: readonly string[]): number {
  if (act === 'coverage' && code === undefined) return printCoverage()
  if (act === 'export' && code && file) return exportLanguage(code, file)
  if (act === 'import' && code && file) return importLanguage(code, file)
  throw new Error(usage)
}

try {
  process.exitCode = run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
