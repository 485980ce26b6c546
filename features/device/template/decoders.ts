import type { Decoder } from '../../../contract/decoder.ts'
import type { Language } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { PageDocument } from '../../../contract/page-document.ts'
import { documentFrom } from '../../../contract/page-read.ts'
import { readFile, type TemplateFile } from './template-file.ts'

type ReadPage = { id: number; title: string; startup: boolean; content: PageDocument }
type Read = Omit<TemplateFile, 'pages'> & { pages: ReadPage[] }

/** Decodes a template file with its pages. Throws templateFile, templateFileNewer, and what a page file throws. */
export const templateDecoder: Decoder<{ json: string; language: Language }, Read> = {
  name: 'template/file',
  tooMuch: () => ({ error: 'tooLarge', details: { limit: `${limits.pageJsonValues} JSON` } }),
  read({ json, language }) {
    const { pages, ...file } = readFile(json, language)
    const read = Object.entries(pages).map(([id, { title, startup, document }]) => ({
      ...{ id: Number(id), title, startup, content: documentFrom(document ?? null, {}, language) },
    }))
    return { ...file, pages: read }
  },
}
