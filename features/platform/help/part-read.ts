// Reads the help pages of a folder and converts their Markdown to HTML, for the build and for tests.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { marked } from 'marked'
import { type HelpPage, inOrder, sourceOf } from './part-source.ts'

/** The pages of a folder in order. */
export function readHelp(folder: string): HelpPage[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.md'))
  const pages = files.map((name): HelpPage => {
    const { body, ...page } = sourceOf(basename(name, '.md'), readFileSync(join(folder, name), 'utf8'))
    const html = marked.parse(body, { async: false })
    return { ...page, html, text: textOf(html) }
  })
  return inOrder(pages)
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
