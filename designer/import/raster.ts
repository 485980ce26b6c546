// Raster images embedded in a drawing. Pure.
import type { PageWidget } from '../../contract/page-document.ts'
import { middleOf } from '../document/geometry.ts'
import { measures } from './figure.ts'
import { longestPicture, typed } from './made.ts'
import { mapPoint, partsOf } from './matrix.ts'
import { matrixText, type Picture, written } from './picture.ts'
import type { Report } from './report.ts'
import { boxOfPoints, turnedBox } from './shapes.ts'
import type { Element } from './tree.ts'
import type { Place } from './walking.ts'

const pixelKind = /^data:image\/(png|jpe?g|gif|webp)/i
const pixels = /^data:image\/(png|jpe?g|gif|webp);base64,([A-Za-z0-9+/\s]+={0,2})\s*$/i

/** The picture as a data URL that a page accepts. */
export function pixelsOf(href: string): string | undefined {
  const [, kind = '', data] = href.length <= longestPicture * 1.1 ? (pixels.exec(href) ?? []) : []
  const type = kind.toLowerCase() === 'jpg' ? 'jpeg' : kind.toLowerCase()
  const url = data && `data:image/${type};base64,${data.replace(/\s/g, '')}`
  return url && url.length <= longestPicture ? url : undefined
}

const fitOf = (how = ''): string => (/^\s*none/.test(how) ? 'fill' : how.includes('slice') ? 'cover' : 'contain')

type Found = { widget: PageWidget; picture?: never } | { picture: Picture; widget?: never }

/** Imports a raster image. `isPart`: the image is part of a picture. */
export function rasterOf(element: Element, place: Place, report: Report, isPart: boolean): Found | undefined {
  const { href = '', preserveAspectRatio } = element.attributes
  // External references have been reported already.
  if (!/^data:/i.test(href.trim())) return undefined
  const imgUrl = pixelsOf(href.trim())
  const { across, down } = measures(element, place.viewport)
  const [width, height] = [across('width') ?? 0, down('height') ?? 0]
  if (!imgUrl || width <= 0 || height <= 0) {
    const isLong = href.length > longestPicture && pixelKind.test(href)
    report.add(isLong ? 'pictureSize' : imgUrl ? 'unreadable' : 'picture', /^data:([\w/+.-]*)/i.exec(href)?.[1])
    return undefined
  }
  const box = { x: across('x') ?? 0, y: down('y') ?? 0, width, height }
  const parts = partsOf(place.matrix)
  if (isPart || !parts) {
    const transform = matrixText(place.matrix)
    const markup = written('image', {
      ...box,
      href: imgUrl,
      preserveAspectRatio: /^\s*(none|x(Min|Mid|Max)Y(Min|Mid|Max)(\s+(meet|slice))?)\s*$/.exec(
        preserveAspectRatio ?? '',
      )?.[1],
      transform,
    })
    const corners = [0, 1, 2, 3].map((i) =>
      mapPoint(place.matrix, { x: box.x + (i % 2) * width, y: box.y + (i > 1 ? height : 0) }),
    )
    return { picture: { markup, box: boxOfPoints(corners) } }
  }
  const size = { width: width * parts.x, height: height * Math.abs(parts.y) }
  const { isSwapped, ...position } = turnedBox(mapPoint(place.matrix, middleOf(box)), size, 0)
  const rotate = Math.round((((parts.rotate % 360) + 360) % 360) * 10) / 10
  if (/x(Min|Max)|Y(Min|Max)/.test(preserveAspectRatio ?? ''))
    report.add('property', `preserveAspectRatio: ${preserveAspectRatio}`)
  const style = { fit: fitOf(preserveAspectRatio), ...(parts.y < 0 && { flipY: true }) }
  return { widget: typed('Image', { ...position, rotate }, { style, data: { imgUrl } }) }
}
