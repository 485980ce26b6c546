// What a page says of itself as a whole: the look of its widgets, its colour, and its picture over the whole page.
import type { CSSProperties } from 'react'
import { groundOf, type PageContainer } from '../../contract/page-document.ts'
import { cssColour } from '../colour.ts'

/** In `data-look` of whatever a page is drawn in, see classic.css; the quiet one has no name. A later one is kept, and quiet here. */
export const lookOf = ({ theme }: PageContainer): 'classic' | undefined => (theme === 'classic' ? theme : undefined)

export function groundStyle(con: PageContainer): CSSProperties {
  const picture = groundOf(con)
  const colour = cssColour(con.bgColor)
  if (!picture) return { background: colour }
  return { backgroundColor: colour, backgroundImage: `url("${picture}")`, backgroundSize: '100% 100%' }
}
