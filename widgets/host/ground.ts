// Properties of a page as a whole: the look of its widgets, its colour, and its background picture.
import type { CSSProperties } from 'react'
import { groundOf, type PageContainer } from '../../contract/page-document.ts'
import { cssColour } from '../colour.ts'

/**
 * The `data-look` attribute around a page, see classic.css; the quiet look has none. A look of a newer version stays
 * stored and is drawn as the quiet one.
 */
export const lookOf = ({ theme }: PageContainer): 'classic' | undefined => (theme === 'classic' ? theme : undefined)

export function groundStyle(con: PageContainer): CSSProperties {
  const picture = groundOf(con)
  const colour = cssColour(con.bgColor)
  if (!picture) return { background: colour }
  return { backgroundColor: colour, backgroundImage: `url("${picture}")`, backgroundSize: '100% 100%' }
}
