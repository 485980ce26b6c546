export default function SignalPage() {
  return null
}
