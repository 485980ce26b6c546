// The allowed part of a rich text: text and its look, without anything that loads, submits or runs. Pure.
import { isSafeLink } from '../host/click-event.ts'

const text = ['p', 'br', 'hr', 'div', 'span', 'b', 'strong', 'i', 'em', 'u', 's', 'sub', 'sup', 'code', 'pre']
const blocks = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote']
const tables = ['table', 'thead', 'tbody', 'tr', 'th', 'td']
export const allowedTags = [...text, ...blocks, ...tables, 'a', 'img']
export const allowedAttributes = ['href', 'src', 'alt', 'title', 'width', 'height', 'colspan', 'rowspan', 'style']

const properties = new Set([
  ...['color', 'background-color', 'font-size', 'font-weight', 'font-style', 'font-family', 'line-height'],
  ...['text-align', 'text-decoration', 'text-indent', 'letter-spacing', 'vertical-align', 'width', 'height'],
  ...['margin', 'margin-left', 'margin-right', 'margin-top', 'margin-bottom', 'padding', 'padding-left'],
  ...['border', 'border-collapse', 'list-style-type', 'white-space'],
])
/** Words, numbers and colours; no other function, quote or escape. */
const value = /^(?:[\w\s.,%#!+-]|(?:rgb|hsl)a?\([\d\s.,%/-]*\))*$/i

/** The allowed declarations of a `style` attribute. */
export const allowedStyle = (style: string): string =>
  style
    .split(';')
    .map((each) => each.split(':'))
    .flatMap(([name = '', is = '', ...rest]) => {
      const property = name.trim().toLowerCase()
      return rest.length === 0 && properties.has(property) && value.test(is) ? [`${property}: ${is.trim()}`] : []
    })
    .join('; ')

/** The allowed value of an attribute; undefined removes it. */
export function allowedAttribute(name: string, stored: string): string | undefined {
  if (name === 'style') return allowedStyle(stored) || undefined
  if (name === 'href') return isSafeLink(stored) ? stored.trim() : undefined
  if (name === 'src') return /^\/userimg\/[\w./-]+$/.test(stored) && !stored.includes('..') ? stored : undefined
  if (/^(width|height|colspan|rowspan)$/.test(name)) return /^\d{1,4}(px|%)?$/.test(stored) ? stored : undefined
  return name === 'alt' || name === 'title' ? stored : undefined
}

const signs: Record<string, string> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"' }

/** The plain text: shown in lists, and until the sanitizer has loaded. */
export const plainOf = (html: string): string =>
  html
    .replace(/<(style|script)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
    .replace(/<[^>]*(>|$)/g, ' ')
    .replace(/&(\w+);/g, (whole, name: string) => signs[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim()
