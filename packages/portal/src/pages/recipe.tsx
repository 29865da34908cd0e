import type { Recipe } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ownerClient } from '../clients.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { hasStatus, Problem } from '../parts/problem.tsx';
import { RecipeEditor } from '../parts/recipe/recipe-editor.tsx';
import { RecipeSteps } from '../parts/recipe/recipe-steps.tsx';
import { RunForm } from '../parts/recipe/run-form.tsx';
import { recipeWords } from '../parts/recipe/words.ts';
import { Page } from '../parts/shell/page.tsx';
import { words } from '../words.ts';
import { NotFoundNotice } from './not-found.tsx';
import '../styles/recipe.css';

/** `/recipe/{uuid}`: the steps of a recipe, and the form that runs it on one molecule or on many. */
export function RecipePage() {
  const { uuid } = useParams({ from: '/app/recipe/$uuid' });
  const recipe = useQuery(ownerClient.recipe(uuid), ownerClient.queryClient);
  if (hasStatus(recipe.error, 404) || hasStatus(recipe.error, 400)) return <NotFoundNotice />;
  if (!recipe.data) {
    return (
      <Page title={recipe.error ? recipeWords.heading : words.loading}>
        {recipe.error ? <Problem error={recipe.error} retry={() => void recipe.refetch()} /> : null}
      </Page>
    );
  }
  return <KnownRecipe key={uuid} recipe={recipe.data} />;
}

function KnownRecipe({ recipe }: { recipe: Recipe }) {
  const { folder, ...search } = useSearch({ from: '/app/recipe/$uuid' });
  const navigate = useNavigate();
  const [edits, setEdits] = useState(false);
  const [deletes, setDeletes] = useState(false);
  return (
    <Page
      title={recipe.name}
      wide
      above={
        <p className="above">
          <Link to="/new" search={folder ? { folder } : {}}>
            {words.otherWorkflow}
          </Link>
        </p>
      }
      actions={
        recipe.is_mine && !edits ? (
          <>
            <button type="button" className="cv-button" onClick={() => setEdits(true)}>
              {recipeWords.edit}
            </button>
            <button type="button" className="cv-button" onClick={() => setDeletes(true)}>
              {recipeWords.delete}
            </button>
          </>
        ) : null
      }
    >
      {recipe.description ? <p className="cv-quiet lead recipe-description">{recipe.description}</p> : null}
      {recipe.is_mine ? null : (
        <p className="cv-quiet lead" role="note">
          {recipeWords.readOnly(recipe.owner_username ?? '')}
        </p>
      )}
      {edits ? (
        <RecipeEditor
          start={recipe}
          saveLabel={recipeWords.saveChanges}
          onCancel={() => setEdits(false)}
          onSave={async (next) => {
            await ownerClient.changeRecipe(recipe.uuid, next);
            setEdits(false);
          }}
        />
      ) : (
        <div className="recipe-columns">
          <section aria-label={recipeWords.steps}>
            <h2>{recipeWords.steps}</h2>
            <RecipeSteps steps={recipe.steps} />
          </section>
          <section aria-label={recipeWords.run}>
            <h2>{recipeWords.run}</h2>
            <RunForm recipe={recipe} folder={folder ?? null} carried={search} />
          </section>
        </div>
      )}
      {deletes ? (
        <ConfirmDialog
          title={recipeWords.deleteTitle}
          hint={recipeWords.deleteText(recipe.name)}
          label={recipeWords.delete}
          action={() => ownerClient.deleteRecipe(recipe.uuid)}
          onClose={() => setDeletes(false)}
          onDone={() => void navigate({ to: '/new', search: {} })}
        />
      ) : null}
    </Page>
  );
}

/** `/recipe/of/{uuid}`: the chain that leads to an item, to be saved as a recipe. */
export function NewRecipePage() {
  const { uuid } = useParams({ from: '/app/recipe/of/$uuid' });
  const navigate = useNavigate();
  const draft = useQuery(ownerClient.recipeOfItem(uuid), ownerClient.queryClient);
  const item = useQuery(ownerClient.workflow(uuid), ownerClient.queryClient);
  if (hasStatus(draft.error, 404)) return <NotFoundNotice />;
  return (
    <Page title={recipeWords.newTitle} wide>
      {draft.error ? <Problem error={draft.error} retry={() => void draft.refetch()} /> : null}
      {draft.data ? (
        <>
          <p className="cv-quiet lead">{recipeWords.newLead(item.data?.name ?? '')}</p>
          <RecipeEditor
            start={{ ...draft.data, project_uuid: null }}
            saveLabel={recipeWords.save}
            onSave={async (recipe) => {
              const saved = await ownerClient.saveRecipe(recipe);
              await navigate({ to: '/recipe/$uuid', params: { uuid: saved.uuid }, search: {} });
            }}
          />
        </>
      ) : draft.error ? null : (
        <p className="cv-quiet">{words.loading}</p>
      )}
    </Page>
  );
}
