// A list of a few choices of how to continue, each with its name and a detail of the account.
import './choice-list.css'
import { Icon, type IconName } from './icon.tsx'
import { Go } from './place.tsx'

type Choice = { key: string; to: string; icon: IconName; name: string; note?: string | null }

export function ChoiceList({ choices }: { choices: readonly Choice[] }) {
  return (
    <ul className="choice-list">
      {choices.map(({ key, to, icon, name, note }) => (
        <li key={key}>
          <Go to={to}>
            <Icon name={icon} />
            <span>
              <b>{name}</b>
              {note && <small>{note}</small>}
            </span>
            <Icon name="right" size={16} />
          </Go>
        </li>
      ))}
    </ul>
  )
}
