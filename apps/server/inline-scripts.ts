// The scripts that stand in our own page, as a content security policy names them: nothing else that stands in it may run.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../../core/sha256.ts'

/** `'sha256-…'` of each inline script of the web application's page; none without one. */
export function inlineScripts(webDir: string | null): string[] {
  const page = webDir === null ? undefined : join(webDir, 'index.html')
  if (!page || !existsSync(page)) return []
  const scripts = readFileSync(page, 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g)
  return [...scripts].map(([, text]) => `'sha256-${sha256(text!).toString('base64')}'`)
}
