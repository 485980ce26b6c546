// The reason of a bad value, with its code.
import { errorText } from '../../../contract/errors.ts'
import type { Freshness } from '../../../signal/web/freshness.ts'
import type { CellReading } from '../../../signal/web/values.ts'
import { language } from '../../../ui/language.ts'
import { withNote } from '../../../ui/punctuation.ts'

export const faultWords = ({ code }: CellReading, state: Freshness): string =>
  state === 'bad' ? withNote(errorText(code, language()), code) : ''
