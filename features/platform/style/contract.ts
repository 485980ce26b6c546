// The appearance of the product for an account: the platform's own style, unless the organisation has its own. [S5] [S7
// User]
import { z } from 'zod'
import { nothing, post } from '../../../contract/endpoint.ts'
import type { Language } from '../../../contract/errors.ts'

const Words = z.object({ en: z.string(), 'zh-cn': z.string() }) satisfies z.ZodType<Record<Language, string>>
const Colour = z.string().regex(/^#[0-9A-F]{6}$/i)
/** One value each for the light and the dark theme. */
const perTone = <T extends z.ZodType>(type: T) => z.object({ light: type, dark: type })

export const Style = z.object({
  /** The id of the style; null: the platform's own. */
  styleId: z.number().int().positive().nullable(),
  /** The name of the product, also in the title of the window. */
  title: Words,
  /** Address of the window's icon. */
  favicon: z.string(),
  /** Addresses of the logo. */
  logo: perTone(z.string()),
  login: z.object({ title: Words, about: Words }),
  /** Keys are the names in ui/tokens.ts: accent, ground, ink-1. */
  colours: perTone(z.record(z.string(), Colour)),
})
export type Style = z.output<typeof Style>

export const loadStyle = post('/lfscada/style/loadStyle', {
  may: 'signedIn',
  early: true,
  whileLocked: true,
  about:
    'Returns the style of the signed-in account: title, favicon, logo, texts of the login page, colours. `styleId` null: the platform’s.',
  input: nothing,
  output: Style,
})
