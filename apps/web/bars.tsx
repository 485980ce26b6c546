// The bars around a page, the rooms' additions to them, and the host of questions. They load after the first values of
// a light page.
import { ConfirmHost } from '../../ui/confirm-host.tsx'
import { Parts } from '../../ui/parts.tsx'
import { Navigation, type NavigationProps } from './navigation.tsx'
import { Palette } from './palette.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { type LoadedPart, useShellParts } from './shell-parts.ts'
import { StatusBar } from './status-bar.tsx'
import { TopBar } from './top-bar.tsx'

export type BarsBeforeProps = NavigationProps & {
  /** True while the palette is open. */
  isSearching: boolean
  onSearch: (isSearching: boolean) => void
}

export function BarsBefore({ narrow, onToggle, isSearching, onSearch }: BarsBeforeProps) {
  const parts = useShellParts()
  return (
    <Parts>
      <TopBar parts={parts} onSearch={() => onSearch(true)} />
      <Navigation narrow={narrow} onToggle={onToggle} />
      <Palette open={isSearching} parts={parts} onClose={() => onSearch(false)} />
      <Watches parts={parts} />
      <ConfirmHost />
    </Parts>
  )
}

const Watches = ({ parts }: { parts: readonly LoadedPart[] }) =>
  parts.map(({ key, part: { Watch } }) => Watch && <Watch key={key} />)

export const BarsAfter = ({ onSearch }: { onSearch: () => void }) => (
  <Parts>
    <StatusBar />
    <PhoneBar onSearch={onSearch} />
  </Parts>
)
