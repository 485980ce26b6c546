// Lists the files that a window will need: the application with a light page, the bars around other pages, or only the
// login. The first script of the page contains these lists, so that the browser fetches the files in parallel with
// those of the start; the requests of the page (`ahead.ts`) are in a separate script that waits for no other. Used by
// the build.
import type { Plugin } from 'vite'

/** A file of the build: its own name, and those that it needs before it runs. */
type File = { fileName: string; imports: readonly string[]; css: readonly string[]; sources: readonly string[] }

/** All output files that these sources need, except those that `start` needs. */
function filesAhead(files: readonly File[], sources: readonly string[], start: readonly string[]): string[] {
  const named = new Map(files.map((file) => [file.fileName, file]))
  const neededBy = (of: readonly string[]): Set<string> => {
    const needed = new Set<string>()
    const add = (fileName: string) => {
      const file = named.get(fileName)
      if (!file || needed.has(fileName)) return
      for (const each of [fileName, ...file.css]) needed.add(each)
      for (const each of file.imports) add(each)
    }
    for (const file of files) if (of.some((source) => file.sources.includes(source))) add(file.fileName)
    return needed
  }
  const known = neededBy(start)
  return [...neededBy(sources)].filter((file) => !known.has(file))
}

/** Placeholder in the page's script, which the build replaces by the lists of files. */
const mark = '/* files */ { app: [], light: [], bars: [], login: [] }'

type Sources = Record<'app' | 'light' | 'bars' | 'login', readonly string[]>
type Of = { sources: Sources; start: string; questions: string }

export function codeAhead({ sources, start, questions }: Of): Plugin {
  const lists = (files: readonly File[]): Sources => ({
    app: filesAhead(files, sources.app, [start]),
    light: filesAhead(files, sources.light, [start, ...sources.app]),
    bars: filesAhead(files, sources.bars, [start, ...sources.app, ...sources.light]),
    login: filesAhead(files, sources.login, [start]),
  })
  return {
    name: 'code-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const files = Object.values(bundle ?? {}).flatMap((each) =>
          each.type === 'chunk'
            ? [{ ...each, css: [...(each.viteMetadata?.importedCss ?? [])], sources: each.moduleIds }]
            : [],
        )
        if (!html.includes(mark)) throw new Error(`index.html has no ${mark}`)
        const asking = files.find((file) => file.sources.includes(questions))
        if (!asking) throw new Error(`nothing in the build asks ahead: ${questions}`)
        return {
          html: html.replace(mark, JSON.stringify(lists(files))),
          tags: [
            {
              tag: 'script',
              attrs: { type: 'module', async: true, crossorigin: '', src: `/${asking.fileName}` },
              injectTo: 'head' as const,
            },
          ],
        }
      },
    },
  }
}
