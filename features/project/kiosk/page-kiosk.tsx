// The wall: a pairing code until it is signed in, then the pages of its project until it is signed out. [S2 /kiosk]
import { useState } from 'react'
import { useText } from '../../../ui/words.ts'
import { Guard } from './guard.tsx'
import { type KeptWall, keepWall, readWall } from './kept-secret.ts'
import './kiosk.css'
import { Pairing } from './pairing.tsx'
import { kioskText } from './text.ts'
import { Wall } from './wall.tsx'

/**
 * Reads the token of a link from the part after the #, which no server or log receives, and removes it from the
 * address.
 */
function takeToken(): string {
  const token = window.location.hash.slice(1)
  if (token) window.history.replaceState(window.history.state, '', window.location.pathname)
  return token
}

export default function KioskPage() {
  const t = useText(kioskText)
  const [token] = useState(takeToken)
  const [wall, setWall] = useState(() => (token ? null : readWall()))
  const [isOut, setOut] = useState(false)
  const change = (next: KeptWall | null) => {
    keepWall(next)
    setWall(next)
  }
  const broken = (
    <main className="wall wall-plain" data-own-link>
      {t('crashed')}
    </main>
  )
  return (
    <Guard broken={broken}>
      {wall?.isIn ? (
        <Wall
          key={wall.secret}
          secret={wall.secret}
          onEnd={() => {
            setOut(true)
            change(null)
          }}
        />
      ) : (
        <Pairing wall={wall} token={token} isOut={isOut} onChange={change} />
      )}
    </Guard>
  )
}
