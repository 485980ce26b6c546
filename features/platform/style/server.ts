import { logoSvg } from '../../../ui/logo.ts'
import { type Tone, tokens } from '../../../ui/tokens.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import { loadStyle, type Style } from './contract.ts'
import { ownFace } from './rules.ts'

const logoOf = (tone: Tone) => `data:image/svg+xml,${encodeURIComponent(logoSvg(tokens[tone].accent))}`

const ownStyle: Style = { ...ownFace, logo: { light: logoOf('light'), dark: logoOf('dark') }, colours: tokens }

export default [serve(loadStyle, async () => ownStyle)] satisfies RoomServer
