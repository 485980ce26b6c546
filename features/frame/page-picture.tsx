// The small picture of a page in a list of pages, templates or projects. Its box is 16 : 10, whatever the page's size.
import { lazy, Suspense } from 'react'
import { groundOf } from '../../contract/page-document.ts'
import type { PagePicture } from '../../contract/page-picture.ts'
import { Icon } from '../../ui/icon.tsx'
import { useText } from '../../ui/words.ts'
import { cssColour } from '../../widgets/colour.ts'
import { lookOf } from '../../widgets/host/ground.ts'
import { pictureText } from './picture-text.ts'
import './page-picture.css'

/** Loaded with the first cards, because it needs the shapes of all plant symbols. */
const PictureParts = lazy(() => import('./picture-parts.tsx'))

type Props = {
  /** Undefined while the list loads, and beyond the pictures of one answer; null: see `hasPage`. */
  picture: PagePicture | null | undefined
  /** Whether the list has loaded with its pictures. */
  hasLoaded: boolean
  /** Without a picture: whether its page requires a password, or there is no page. */
  hasPage: boolean
}

export function PagePictureBox({ picture, hasLoaded, hasPage }: Props) {
  const t = useText(pictureText)
  if (picture === undefined)
    return hasLoaded ? (
      <span className="page-picture-none">
        <Icon name="page" size={24} />
      </span>
    ) : null
  if (picture === null)
    return (
      <span className="page-picture-none">
        <Icon name={hasPage ? 'lock' : 'page'} size={24} />
        {t(hasPage ? 'locked' : 'noPage')}
      </span>
    )
  const ground = groundOf(picture.con)
  return picture.parts.length === 0 && !ground ? (
    <span className="page-picture-none">
      <Icon name="page" size={24} />
      {t('emptyPage')}
    </span>
  ) : (
    <Sheet picture={picture} ground={ground} />
  )
}

/** Width over height of the box. */
const boxRatio = 1.6
/** Width of the box, about; pixels of the screen. */
const boxWidth = 260

/** The whole page within the box, with its background. */
function Sheet({ picture: { con, parts }, ground }: { picture: PagePicture; ground: string | undefined }) {
  const [width, height] = [Math.max(1, con.width), Math.max(1, con.height)]
  const isWide = width / height >= boxRatio
  const size = isWide ? { width: '100%' } : { height: '100%' }
  const background = cssColour(con.bgColor)
  return (
    <span className="page-picture">
      <span data-look={lookOf(con)} style={{ ...size, aspectRatio: `${width} / ${height}`, background }}>
        {ground && <img src={ground} alt="" loading="lazy" />}
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <Suspense>
            <PictureParts parts={parts} unit={(isWide ? width : height * boxRatio) / boxWidth} />
          </Suspense>
        </svg>
      </span>
    </span>
  )
}
