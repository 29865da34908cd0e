/** A switch with its label; assistive technology gets the state as on or off. */
export function Switch({
  label,
  checked,
  disabled,
  describedBy,
  onChange,
}: {
  label: string;
  checked: boolean;
  disabled?: boolean;
  /** Id of what says more about it, or why it cannot be changed. */
  describedBy?: string;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label className="cv-switch">
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
