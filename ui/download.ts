// Passes files to the browser as downloads.
import { formatDate } from './format.ts'
import { toast } from './toast.tsx'

/** Saves a text as a file on the user's computer. */
export const download = (name: string, text: string, type = 'text/csv;charset=utf-8'): void =>
  downloadBlob(name, new Blob([text], { type }))

/** Saves bytes as a file on the user's computer. */
export function downloadBlob(name: string, bytes: Blob): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/**
 * The streamed answer of a call as a file, under the name that the platform sends; `name` if it sends none. Throws
 * ApiError.
 */
export async function saveSentFile(name: string, answer: Promise<Response>): Promise<string> {
  const response = await answer
  const sent = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const own = fileName(sent ? decodeURIComponent(sent) : name)
  // If the name consists of characters that file names cannot have, only its ending is left.
  const saved = own.startsWith('.') ? name : own
  downloadBlob(saved, await response.blob())
  return saved
}

/** The same; an error is shown in a toast. */
export const saveAnswer = (name: string, answer: Promise<Response>): Promise<unknown> =>
  saveSentFile(name, answer).catch(toast.bad)

/** A valid file name: `Intake station 1 2026-11-21 0800`. */
export const fileName = (words: string): string =>
  words
    .replace(/[\\/:*?"<>|]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** The name of a file about a span, without its ending: `Pump station Daily 2026-03-01 2026-03-31`. */
export const spanFileName = (name: string, { from, to }: { from: number; to: number }, zone: string): string =>
  fileName(`${name} ${formatDate(from, zone)} ${formatDate(to, zone)}`)
