// Menu in the top bar in which a guest selects the organisation to act in.
import { useQuery } from '@tanstack/react-query'
import { Dropdown } from 'antd'
import './acting.css'
import { call, queryOf } from '../../../contract/call.ts'
import type { OrgId } from '../../../contract/fields.ts'
import { Icon } from '../../../ui/icon.tsx'
import { withHeading } from '../../../ui/punctuation.ts'
import { shellPart } from '../../../ui/shell-part.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { queryActing, setActing } from './contract.ts'
import { actingText } from './text.ts'

const lookMs = 5 * 60_000

/** Reloads the page, because everything on the screen belongs to the organisation before. */
async function actIn(orgId: OrgId): Promise<void> {
  try {
    await call(setActing, { orgId })
    window.location.assign('/')
  } catch (error) {
    toast.bad(error)
  }
}

function ActingMenu() {
  const t = useText(actingText)
  const { data = [] } = useQuery({ ...queryOf(queryActing, {}), refetchInterval: lookMs })
  const current = data.find(({ isCurrent }) => isCurrent)
  if (!current || data.length < 2) return null
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        selectable: true,
        selectedKeys: [String(current.id)],
        items: data.map(({ id, name, isOwn }) => ({
          key: String(id),
          label: `${name} · ${t(isOwn ? 'own' : 'guest')}`,
        })),
        onClick: ({ key }) => void actIn(Number(key) as OrgId),
      }}
    >
      <button
        type="button"
        className={current.isOwn ? 'acting' : 'acting acting-guest'}
        aria-label={withHeading(t('organisation'), current.name)}
        aria-haspopup="menu"
      >
        <span>{current.name}</span>
        <Icon name="down" size={14} />
      </button>
    </Dropdown>
  )
}

export default shellPart({ TopBar: ActingMenu, order: 5 })
