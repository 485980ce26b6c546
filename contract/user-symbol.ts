// A symbol that an organisation has composed of widgets: its drawing, without bindings, and the parameters to fill in
// where it is placed. In the drawing `symbolSlot` marks the place of a binding, `symbolTexts` that of a text.
// [S3 Widget]
import { z } from 'zod'
import { text } from './fields.ts'
import { limits } from './limits.ts'
import { countWidgets, PageWidget } from './page-document.ts'

const key = z.string().min(1).max(40)
const title = text(limits.symbolParamLength)
const side = z.number().min(0).max(10_000)

/** A binding to choose when the symbol is placed. */
export const SymbolSlot = z.object({
  key,
  kind: z.enum(['signal', 'mvar']),
  title,
  /** Suffix of the names of the symbol's variables, in a device that has several of the drawn object: `Running`. */
  name: z.string().max(200),
})
export type SymbolSlot = z.output<typeof SymbolSlot>

/** A text to fill in when the symbol is placed, with its default. */
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
