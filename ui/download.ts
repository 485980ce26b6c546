// Passes files to the browser as downloads.
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

/** The streamed answer of a call as a file, under the name that the platform sends, `name` if it sends none. Throws ApiError. */
export async function saveSentFile(name: string, answer: Promise<Response>): Promise<void> {
  const response = await answer
  const sent = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  downloadBlob(sent ? decodeURIComponent(sent) : name, await response.blob())
}

/** The streamed answer of a call as a file with this name; an error is shown in a toast. */
export async function saveAnswer(name: string, answer: Promise<Response>): Promise<void> {
  try {
    downloadBlob(name, await (await answer).blob())
  } catch (error) {
    toast.bad(error)
  }
}

/** A valid file name: `Intake station 1 2026-11-21 0800`. */
export const fileName = (words: string): string =>
  words
    .replace(/[\\/:*?"<>|]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
