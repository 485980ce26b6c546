// The button. A refused action stays visible and shows its reason: on hover, on keyboard focus, and when it is touched.
import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import type { Permission } from '../contract/permissions.ts'
import type { IconName } from './icon.tsx'
import { useMay } from './me.ts'
import { type ActKind, PlainAct } from './plain.tsx'
import { uiText } from './text.ts'
import { toast } from './toast.tsx'
import { useAway } from './use-away.ts'
import { useText } from './words.ts'

/** A touch screen has no hover: the reason of a refused action appears as a message. */
export function showIfTouched({ pointerType }: { pointerType: string }, reason: string): void {
  if (pointerType === 'touch') toast.plain(reason)
}

export function Act({
  kind,
  icon,
  submit,
  busy,
  why,
  may,
  sends = false,
  onClick,
  children,
}: {
  /** `primary` is used once per screen. */
  kind?: ActKind
  icon?: IconName
  submit?: boolean
  busy?: boolean
  /** Why the action is refused now; if set, the button is disabled and shows it. */
  why?: string | undefined | false
  /** The required permission; without it the button is disabled and says so. */
  may?: Permission
  /** The action calls the platform: while the platform is away, the button is disabled with the reason. */
  sends?: boolean
  onClick?: () => void
  children: ReactNode
}) {
  const t = useText(uiText)
  const mayDo = useMay()
  const away = useAway()
  const reason = may && !mayDo(may) ? t('noPermission') : (sends && away) || why || undefined
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
      <span className="act-refused" onPointerUp={(event) => showIfTouched(event, reason)}>
        {button}
      </span>
    </Tooltip>
  ) : (
    button
  )
}
