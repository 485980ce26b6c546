// Error codes for the help: the message, and what to do about it. Pure.
import '../../frame/room-errors.ts'
import { errorRows, type Language } from '../../../contract/errors.ts'
import { adviceOf } from './advice.ts'

/** The address of the page of codes. */
export const codesKey = 'codes'

export type HelpCode = { code: number; message: string; todo: string }

export const allCodes = (language: Language): HelpCode[] =>
  errorRows
    .map(({ code, en, zh }) => ({
      code,
      message: (language === 'en' ? en : zh).replace(/\{(\w+)\}/g, '…'),
      todo: adviceOf(code, language),
    }))
    .sort((a, b) => a.code - b.code)

/** Finds codes by number, or by words of the message. */
export function findCodes(asked: string, language: Language): HelpCode[] {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean)
  return allCodes(language).filter(({ code, message }) =>
    words.every((word) => (/^\d+$/.test(word) ? String(code).startsWith(word) : message.toLowerCase().includes(word))),
  )
}
