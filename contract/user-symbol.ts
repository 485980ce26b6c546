// A symbol that an organisation has made of widgets: its drawing, which is bound to nothing, and what is asked for where it
// is placed. In the drawing `symbolSlot` stands where a binding comes, `symbolTexts` where a text does. [S3 Widget]
import { z } from 'zod'
import { text } from './fields.ts'
import { limits } from './limits.ts'
import { countWidgets, PageWidget } from './page-document.ts'

const key = z.string().min(1).max(40)
const title = text(limits.symbolParamLength)
const side = z.number().min(0).max(10_000)

/** A binding that is asked for. */
export const SymbolSlot = z.object({
  key,
  kind: z.enum(['signal', 'mvar']),
  title,
  /** How the names of its variables end, in a device that has several of what is drawn: `Running`. */
  name: z.string().max(200),
})
export type SymbolSlot = z.output<typeof SymbolSlot>

/** A text that is asked for, with the one that it has else. */
export const SymbolText = z.object({ key, title, value: z.string().max(2000) })
export type SymbolText = z.output<typeof SymbolText>

const atMost = (count: number) => ({ message: `at most ${count}` })

export const SymbolContent = z.object({
  width: side,
  height: side,
  slots: z.array(SymbolSlot).max(limits.symbolParams),
  texts: z.array(SymbolText).max(limits.symbolParams),
  widgets: z
    .array(PageWidget)
    .refine((widgets) => countWidgets(widgets) <= limits.symbolWidgets, atMost(limits.symbolWidgets)),
})
export type SymbolContent = z.output<typeof SymbolContent>
