// What lies behind the widgets of a page: its colour, and its picture over the whole page.
import type { CSSProperties } from 'react'
import { groundOf, type PageContainer } from '../../contract/page-document.ts'
import { cssColour } from '../colour.ts'

export function groundStyle(con: PageContainer): CSSProperties {
  const picture = groundOf(con)
  const colour = cssColour(con.bgColor)
  if (!picture) return { background: colour }
  return { backgroundColor: colour, backgroundImage: `url("${picture}")`, backgroundSize: '100% 100%' }
}
