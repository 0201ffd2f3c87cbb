import { useProfile } from './profile-context.ts';

interface AvatarProps {
  image: string | null;
  email: string;
  isLarge?: boolean;
}

/** A member's picture; the first letter of their address where they have none. */
export function Avatar({ image, email, isLarge = false }: AvatarProps) {
  const { label } = useProfile();
  const className = isLarge ? 'ms-avatar ms-avatar--large' : 'ms-avatar';
  const alt = label('member_avatar_alt', { email });
  if (image) return <img className={className} src={image} alt={alt} />;
  return (
    <span className={className} role="img" aria-label={alt}>
      {email.slice(0, 1).toUpperCase()}
    </span>
  );
}
