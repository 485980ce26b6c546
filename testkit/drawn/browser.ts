// A browser that draws an SVG and the widgets that came of it, for tests that compare the two.
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { build } from 'esbuild'
import { PNG } from 'pngjs'
import type { PageWidget } from '../../contract/page-document.ts'
import { launchOptions } from '../../e2e/browser.ts'

export type Cell = { width: number; height: number; svg: string; widgets: readonly PageWidget[] }

type Pixels = { width: number; height: number; data: Uint8Array }

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

async function bundled(): Promise<{ js: string; css: string }> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('page.tsx', import.meta.url))],
    absWorkingDir: ROOT,
    outdir: 'dist',
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    loader: { '.woff2': 'empty' },
    // Widgets are imported by name: their folders are not listed.
    define: { 'import.meta.glob': 'noFiles', 'process.env.NODE_ENV': '"production"' },
    banner: { js: 'const noFiles = () => ({});' },
    logLevel: 'error',
  })
  const textOf = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? ''
  return { js: textOf('.js'), css: textOf('.css') }
}

/** Maximum number of cells of one sheet. */
const maxAtOnce = 100

export class DrawingBrowser {
  readonly #browser: Browser
  readonly #page: Page

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser
    this.#page = page
  }

  static async start(): Promise<DrawingBrowser> {
    const { js, css } = await bundled()
    const browser = await chromium.launch(launchOptions)
    const page = await browser.newPage({ viewport: { width: 1000, height: 600 }, deviceScaleFactor: 1, offline: true })
    await page.setContent(`<!doctype html><style>${css}</style><style>
      body { margin: 0; background: #fff; font-family: sans-serif; display: flex; flex-wrap: wrap; align-content: start }
    </style>`)
    await page.addScriptTag({ content: js })
    return new DrawingBrowser(browser, page)
  }

  /** The cells as the SVG texts draw them, and as the widgets do. */
  async both(cells: readonly Cell[]): Promise<{ source: Pixels; result: Pixels }[]> {
    const drawn: { source: Pixels; result: Pixels }[] = []
    for (let i = 0; i < cells.length; i += maxAtOnce) {
      const some = cells.slice(i, i + maxAtOnce)
      const [source, result] = [await this.#drawn(some, 'source'), await this.#drawn(some, 'result')]
      drawn.push(...some.map((_, at) => ({ source: source[at]!, result: result[at]! })))
    }
    return drawn
  }

  async #drawn(cells: readonly Cell[], side: 'source' | 'result'): Promise<Pixels[]> {
    const boxes = await this.#page.evaluate(
      async ([all, which]) => {
        const { draw } = window as unknown as { draw: (cells: unknown, side: unknown) => Promise<void> }
        await draw(all, which)
        return [...document.querySelectorAll('body > div')].map((each) => {
          const { left, top, width, height } = each.getBoundingClientRect()
          return { left, top, width, height }
        })
      },
      [cells, side] as const,
    )
    const sheet = PNG.sync.read(await this.#page.screenshot({ fullPage: true }))
    return boxes.map((box) => cut(sheet, box))
  }

  async stop(): Promise<void> {
    await this.#browser.close()
  }
}

function cut(sheet: PNG, box: { left: number; top: number; width: number; height: number }): Pixels {
  const [width, height] = [Math.floor(box.width), Math.floor(box.height)]
  const out = new PNG({ width, height })
  PNG.bitblt(sheet, out, box.left, box.top, width, height, 0, 0)
  return { width, height, data: out.data }
}

/** The largest difference of the mean colours of any square of both, 0 to 255. Lines that are softened otherwise do not count. */
export function differenceOf(a: Pixels, b: Pixels, square = 4): number {
  let worst = 0
  for (let y = 0; y + square <= a.height; y += square)
    for (let x = 0; x + square <= a.width; x += square) worst = Math.max(worst, differenceAt(a, b, { x, y, square }))
  return worst
}

function differenceAt(a: Pixels, b: Pixels, { x, y, square }: { x: number; y: number; square: number }): number {
  const sums = [0, 0, 0]
  for (let dy = 0; dy < square; dy += 1)
    for (let dx = 0; dx < square; dx += 1)
      for (let channel = 0; channel < 3; channel += 1) {
        const at = ((y + dy) * a.width + x + dx) * 4 + channel
        sums[channel]! += a.data[at]! - b.data[at]!
      }
  return Math.max(...sums.map(Math.abs)) / (square * square)
}
