// Builds the Markdown of docs/help into one module a language: `gatehouse-help:en`, `gatehouse-help:zh-cn`. Pictures
// become assets of the build.
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { readHelp } from '../../features/platform/help/part-read.ts'

const prefix = 'gatehouse-help:'
const folders: Readonly<Record<string, string>> = { en: 'en', 'zh-cn': 'zh' }

/** Builds the help pages. `docs`: the folder that contains `help`. */
export const helpPages = (docs: string): Plugin => ({
  name: 'gatehouse-help',
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
  load(id) {
    const language = id.startsWith(`\0${prefix}`) ? id.slice(prefix.length + 1) : undefined
    const folder = language && folders[language]
    if (!folder) return undefined
    const from = join(docs, 'help', folder)
    for (const name of readdirSync(from)) this.addWatchFile(join(from, name))
    const pictures: string[] = []
    const pages = readHelp(from).map((page) => ({
      ...page,
      html: page.html.replace(/(<img src=")([^"]+)"/g, (_, start: string, src: string) => {
        const file = resolve(from, src)
        if (!pictures.includes(file)) pictures.push(file)
        return `${start}@picture${pictures.indexOf(file)}@"`
      }),
    }))
    const imports = pictures.map((file, i) => `import picture${i} from ${JSON.stringify(file)}`)
    const names = pictures.map((_, i) => `picture${i}`).join(', ')
    return `${imports.join('\n')}
const pictures = [${names}]
const pages = ${JSON.stringify(pages)}
export default pages.map((page) => ({ ...page, html: page.html.replace(/@picture(\\d+)@/g, (_, at) => pictures[at]) }))`
  },
})
