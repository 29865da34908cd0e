import type { Recipe } from '@cuvette/core/entities';
import { orderedSteps } from '@cuvette/core/workflows/chains/recipe-steps';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { CarriedSearch } from '../new/carried.ts';
import { typeTitle } from '../paths.ts';
import { recipeWords as words } from './words.ts';

/** The chain of a recipe in one line: the titles of its steps. */
function chainInWords({ steps }: Recipe): string {
  return (orderedSteps(steps) ?? steps)
    .map(({ title, workflow_type }) => title ?? typeTitle(workflow_type))
    .join(' → ');
}

interface RecipeCardsProps {
  recipes: readonly Recipe[];
  /** What is searched for; empty for all. */
  sought: string;
  /** What goes along to the page of a recipe. */
  search: CarriedSearch & { folder?: string };
}

/** Recipes that the person may run, as cards on the page of new workflows; nothing where there are none. */
export function RecipeCards({ recipes, sought, search }: RecipeCardsProps) {
  const id = useId();
  const wanted = sought.trim().toLowerCase();
  const found = recipes.filter((recipe) =>
    `${recipe.name} ${recipe.description} ${chainInWords(recipe)}`.toLowerCase().includes(wanted),
  );
  if (found.length === 0) return null;
  return (
    <section aria-labelledby={id} className="type-group">
      <h3 id={id}>{words.heading}</h3>
      <ul className="type-cards">
        {found.map((recipe) => (
          <li key={recipe.uuid}>
            <Link
              to="/recipe/$uuid"
              params={{ uuid: recipe.uuid }}
              search={search}
              className="type-card"
              data-recipe=""
            >
              <strong>{recipe.name}</strong>
              <span className="type-asks">{chainInWords(recipe)}</span>
              {recipe.is_mine || !recipe.owner_username ? null : (
                <span className="cv-quiet">{words.of(recipe.owner_username)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
