// Hashes of the inline scripts of our own page for the content security policy, which blocks all other inline scripts.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../../core/sha256.ts'

/** The hashes `'sha256-…'` of the inline scripts of the web application's page; empty without a page. */
export function inlineScripts(webDir: string | null): string[] {
  const page = webDir === null ? undefined : join(webDir, 'index.html')
  if (!page || !existsSync(page)) return []
  const scripts = readFileSync(page, 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g)
  return [...scripts].map(([, text]) => `'sha256-${sha256(text!).toString('base64')}'`)
}
