// The visible faults of an incomplete page.
import type { Page } from '@playwright/test'

export const sound = { overflow: 0, broken: [], raw: [], empty: false }

export const looksOf = (page: Page) =>
  page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - window.innerWidth,
    broken: [...document.images].filter((image) => image.complete && image.naturalWidth === 0).map(({ src }) => src),
    raw: (
      document.body.innerText.match(/\{\{\w+\}\}|\b(?:undefined|NaN|\[object \w+\])\b|\b[a-z]+:[a-z]+[A-Z]\w+\b/g) ?? []
    ).filter((word) => !/^https?:/.test(word)),
    empty: document.body.innerText.trim().length < 10,
  }))
