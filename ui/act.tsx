// The button. A refused act stays visible and says why, to the mouse and to the keyboard.
import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import type { Permission } from '../contract/permissions.ts'
import type { IconName } from './icon.tsx'
import { useMay } from './me.ts'
import { type ActKind, PlainAct } from './plain.tsx'
import { uiText } from './text.ts'
import { useText } from './words.ts'

export function Act({
  kind,
  icon,
  submit,
  busy,
  why,
  may,
  onClick,
  children,
}: {
  /** One `primary` a screen. */
  kind?: ActKind
  icon?: IconName
  submit?: boolean
  busy?: boolean
  /** Why the act is refused now; given, the button is disabled and says so. */
  why?: string | undefined | false
  /** The permission it takes; without it the button is disabled and says so. */
  may?: Permission
  onClick?: () => void
  children: ReactNode
}) {
  const t = useText(uiText)
  const mayDo = useMay()
  const reason = may && !mayDo(may) ? t('noPermission') : why || undefined
  const button = (
    <PlainAct
      disabled={!!reason}
      {...(kind ? { kind } : {})}
      {...(icon ? { icon } : {})}
      {...(submit ? { submit } : {})}
      {...(busy ? { busy } : {})}
      {...(onClick ? { onClick } : {})}
    >
      {children}
    </PlainAct>
  )
  return reason ? (
    <Tooltip title={reason} trigger={['hover', 'focus']}>
      <span className="act-refused">{button}</span>
    </Tooltip>
  ) : (
    button
  )
}
