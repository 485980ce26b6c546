// A patch of a colour, or a diagonal line for none.
import { cssColour } from '../../widgets/colour.ts'
import '../../widgets/host/host.css'
import './colour-picker.css'

export function Swatch({ colour }: { colour: string }) {
  const isNone = colour === 'none' || colour === 'transparent'
  const background = isNone ? undefined : cssColour(colour)
  return (
    <i className="swatch" data-of={isNone ? 'none' : background === undefined ? 'theme' : undefined}>
      {background !== undefined && <i style={{ background }} />}
    </i>
  )
}
