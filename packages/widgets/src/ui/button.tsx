import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** `primary` for the one thing that the page is for, `quiet` in tool bars, `danger` for what cannot be undone. */
  kind?: 'normal' | 'primary' | 'quiet' | 'danger';
  dense?: boolean;
  icon?: IconName;
  /** Show the icon only; `label` stays as the accessible name and the tooltip. */
  iconOnly?: boolean;
  label: string;
  children?: ReactNode;
}

/** A button with a text; with `iconOnly` the text becomes its accessible name. */
export function Button({ kind = 'normal', dense, icon, iconOnly, label, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className="cv-button"
      data-kind={kind}
      data-dense={dense || undefined}
      data-icon-only={iconOnly || undefined}
      aria-label={iconOnly ? label : undefined}
      title={iconOnly ? label : undefined}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {!iconOnly && <span className="cv-button-text">{children ?? label}</span>}
    </button>
  );
}
